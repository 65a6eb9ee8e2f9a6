import { afterAll, beforeAll, expect, test } from 'vitest'
import { inParallel, type Program } from '../disk/crash.ts'
import { courseOf, deeds, dieAt } from './crash.ts'
import { bundleInterference } from './homes.ts'

let interference: Program
beforeAll(async () => {
  interference = await bundleInterference()
})
afterAll(() => interference.remove())

// Whether a process dies before or after a sync shows only where the machine dies with it: those are for the deep run.
test.each(Object.entries(deeds))(
  'killed at any write or rename, %s leaves old bytes or new bytes, and can be taken back',
  async (_, deed) => {
    const course = await courseOf(interference, deed)
    const points = [...course.calls.keys()].filter((at) => /^(?:write|rename)/.test(course.calls[at] ?? ''))
    expect(points.length).toBeGreaterThan(4)
    await inParallel(points, (at) => dieAt(interference, course, { at, what: 'die-halfway' }))
  },
)
