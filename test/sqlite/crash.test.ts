import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amount } from '../amount.ts'
import { bundleProgram, inParallel, type Program } from '../disk/crash.ts'
import { bothOf, crashed, isOldOrNew, killedOften, makeHome, runChild } from './crash.ts'

let program: Program
beforeAll(async () => {
  program = await bundleProgram('../sqlite/child.ts')
})
afterAll(() => program.remove())

describe('killed while rows are changed', () => {
  test.each(crashed)(
    '%s: at any step, the rows are the old ones or the new ones',
    { timeout: 60_000 },
    async (name) => {
      const [old, made, total] = await bothOf(program, name, 'wal')
      expect(total).toBeGreaterThan(8)
      // One store dies at every step; of the others, which have the same shelf, one step in three is tried.
      const steps = [...Array(total).keys()].filter((at) => name === 'openclaw' || at % 3 === 1)
      await inParallel(steps, async (at) => {
        const home = makeHome(name, 'wal')
        expect(await runChild(program, home, { at }), `step ${at}`).toBe('')
        await isOldOrNew(home, old, made, `step ${at}`)
        home.remove()
      })
    },
  )

  // The shelf is the same for all: the deep tests end each agent's change at any moment, in both ways.
  const ways = [
    ['openclaw', 'wal', 2],
    ['openclaw', 'delete', 2],
    ['Hermes', 'wal', 2],
  ] as const
  test.each(ways)(
    '%s: at any moment, the rows are the old ones or the new ones (%s)',
    { timeout: 120_000 },
    (name, journal, rounds) => killedOften(program, name, journal, amount(rounds)),
  )
})
