import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { bundleProgram, countCalls, dieAt, inParallel, type Point, type Program } from '../disk/crash.ts'
import { allErrors, deeds, failEverywhere } from '../disk/faults.ts'
import { appendWhile } from '../disk/race.ts'

let child: Program
let appender: Program
beforeAll(async () => {
  child = await bundleProgram('child.ts')
  appender = await bundleProgram('appender.ts')
})
afterAll(() => {
  child.remove()
  appender.remove()
})

describe.each(Object.entries(deeds))('%s', (_, deed) => {
  test.each(allErrors)('survives %s at every call', { timeout: 600_000 }, async (code) => {
    await failEverywhere(deed, [code])
  })
})

test('killed at 1,200 random points, old bytes or new bytes are left', { timeout: 7_200_000 }, async () => {
  const kinds: readonly Point[] = [
    { deed: 'replace' },
    { deed: 'undo' },
    { deed: 'replace', appends: '{"id":4}\n' },
    { deed: 'undo', appends: '{"id":4}\n' },
  ]
  const totals = await Promise.all(kinds.map((kind) => countCalls(child, kind)))
  const numbers = fc.sample(fc.tuple(fc.nat(), fc.boolean()), 1200)
  const points = numbers.map(([number, isHalf], each): Point => {
    const kind = each % kinds.length
    return { ...kinds[kind]!, at: number % totals[kind]!, isHalf }
  })
  await inParallel(points, (point) => dieAt(child, point))
})

test('no line is lost in 1,000 races', { timeout: 7_200_000 }, async () => {
  for (let each = 0; each < 1000; each += 1) await appendWhile(appender, each)
})
