import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amount } from '../amount.ts'
import { bundleProgram, inParallel, type Program } from '../disk/crash.ts'
import { bothOf, isOldOrNew, killedOften, makeHome, runChild } from './crash.ts'

let program: Program
beforeAll(async () => {
  program = await bundleProgram('../sqlite/child.ts')
})
afterAll(() => program.remove())

describe('killed while rows are changed', () => {
  test('at any step, the rows are the old ones or the new ones', { timeout: 60_000 }, async () => {
    const [old, made, total] = await bothOf(program, 'wal')
    expect(total).toBeGreaterThan(8)
    await inParallel([...Array(total).keys()], async (at) => {
      const home = makeHome('wal')
      expect(await runChild(program, home, { at }), `step ${at}`).toBe('')
      await isOldOrNew(home, old, made, `step ${at}`)
      home.remove()
    })
  })

  test.each(['wal', 'delete'] as const)(
    'at any moment, the rows are the old ones or the new ones (%s)',
    { timeout: 120_000 },
    (journal) => killedOften(program, journal, amount(4)),
  )
})
