import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Course, courseOf, deeds, dieAt, type Point } from '../commands/crash.ts'
import { bundleInterference } from '../commands/homes.ts'
import { appendAt, appendDuring, callsOfRepair } from '../commands/race.ts'
import { inParallel, type Program } from '../disk/crash.ts'

const timeout = 7_200_000
const crashes = 1200
const races = 1000

let interference: Program
beforeAll(async () => {
  interference = await bundleInterference()
})
afterAll(() => interference.remove())

describe.each(Object.entries(deeds))('%s', (_, deed) => {
  let course: Course
  beforeAll(async () => {
    course = await courseOf(interference, deed)
  })

  test('killed at every call, before it and in the middle', { timeout }, async () => {
    const points = [...course.calls.keys()].flatMap((at): Point[] => [
      { at, what: 'die' },
      ...(course.calls[at] === 'writeSync' ? [{ at, what: 'die-halfway' } as const] : []),
    ])
    await inParallel(points, (point) => dieAt(interference, course, point))
  })

  test('killed at random calls', { timeout }, async () => {
    const share = Math.ceil(crashes / Object.keys(deeds).length)
    const points = fc.sample(
      fc.tuple(fc.nat(), fc.constantFrom('die' as const, 'die-halfway' as const)),
      share,
    )
    await inParallel(points, ([number, what]) =>
      dieAt(interference, course, { at: number % course.calls.length, what }),
    )
  })
})

test('no record is lost that is appended before any call of a repair', { timeout }, async () => {
  const calls = await callsOfRepair(interference)
  const exits = new Set<number | null>()
  await inParallel([...calls.keys()], async (at) => void exits.add(await appendAt(interference, at)))
  // Some are refused because somebody writes, and some are mended all the same.
  expect(exits).toContain(0)
})

test(`no record is lost in ${races} races`, { timeout }, async () => {
  const turns = Array.from({ length: races }, (_, turn) => turn)
  await inParallel(turns, async (turn) => void (await appendDuring(interference, turn)))
})
