import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deeds } from '../commands/crash.ts'
import { bundleInterference } from '../commands/homes.ts'
import { inParallel, type Program } from '../disk/crash.ts'
import { type Course, compileShim, courseOf, errnos, failAt } from './shim/shim.ts'

const timeout = 7_200_000
// Some errors alone, where one looks for the fault of one: `FAULTS=EIO,EDQUOT npm run test:deep`.
const wanted = process.env.FAULTS?.split(',') ?? Object.keys(errnos)

const shim = compileShim()
let interference: Program
beforeAll(async () => {
  interference = await bundleInterference()
})
afterAll(() => {
  interference.remove()
  shim?.remove()
})

describe.skipIf(shim === undefined).each(Object.entries(deeds))('%s', (_, deed) => {
  let course: Course
  beforeAll(async () => {
    if (shim !== undefined) course = await courseOf(shim, interference, deed)
  }, timeout)

  test('makes calls that can fail', () => {
    console.log(`${deed.words[0]}: ${course.calls.join(' ')}`)
    expect(course.calls).toEqual(expect.arrayContaining(['write', 'rename', 'fsync']))
  })

  test.each(wanted)('loses nothing to %s, at every call of libc', { timeout }, async (errno) => {
    if (shim === undefined) return
    const halves = [...course.calls.keys()].filter((at) => course.calls[at] === 'write')
    const faults = [
      ...[...course.calls.keys()].map((at) => ({ at, errno })),
      ...halves.map((at) => ({ at, errno, isHalf: true })),
    ]
    await inParallel(faults, (fault) => failAt(shim, interference, course, fault))
  })
})
