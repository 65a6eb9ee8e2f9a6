import { afterAll, beforeAll, expect, test } from 'vitest'
import { inParallel, type Program } from '../disk/crash.ts'
import { bundleInterference } from './homes.ts'
import { appendAt, appendDuring, callsOfRepair } from './race.ts'

let interference: Program
beforeAll(async () => {
  interference = await bundleInterference()
})
afterAll(() => interference.remove())

// From the last look to the end; a line that comes earlier is seen like any other.
test('no record that an agent appends around the swap is lost', async () => {
  const calls = await callsOfRepair(interference)
  const swap = calls.lastIndexOf('linkSync')
  expect(calls[swap]).toBe('linkSync')
  const points = [...calls.keys()].slice(swap - 1, swap + 14)
  const exits = new Set<number | null>()
  await inParallel(points, async (at) => void exits.add(await appendAt(interference, at)))
  expect(exits).toContain(0)
})

test('no record that an agent appends while a repair runs is lost', async () => {
  await inParallel([0, 1, 2, 3, 4, 5], async (turn) => void (await appendDuring(interference, turn)))
})
