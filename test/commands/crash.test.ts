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
    // A repair dies at each of them, and every other command at one in two.
    const tried = points.filter((_, index) => deed === deeds.repair || index % 2 === 0)
    await inParallel(tried, (at) => dieAt(interference, course, { at, what: 'die-halfway' }))
  },
)
