import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleProgram, countCalls, dieAt, inParallel, type Program } from './crash.ts'

let program: Program
beforeAll(async () => {
  program = await bundleProgram('child.ts')
})
afterAll(() => program.remove())

// At every call that changes something; a write is cut in the middle. Dying after a call is dying before the next.
test.each(['replace', 'undo'] as const)(
  'killed at any call, %s leaves old bytes or new bytes',
  async (deed) => {
    const total = await countCalls(program, { deed })
    expect(total).toBeGreaterThan(30)
    // An undo is the same swap: one call in two is enough.
    const calls = [...Array(total).keys()].filter((at) => deed === 'replace' || at % 2 === 0)
    const points = calls.map((at) => ({ deed, at, isHalf: true }))
    await inParallel(points, (point) => dieAt(program, point))
  },
)

test('a line that is appended at the last moment outlives a crash', async () => {
  const point = { deed: 'replace', appends: '{"id":4}\n' } as const
  const total = await countCalls(program, point)
  const points = Array.from({ length: total }, (_, at) => ({ ...point, at, isHalf: true }))
  // The swap and what follows it; before it, nothing differs from above.
  await inParallel(points.slice(-16), (each) => dieAt(program, each))
})
