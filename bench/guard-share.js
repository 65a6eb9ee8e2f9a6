// @ts-check
import * as guards from '../core/dist/guard/index.js'
import { clients } from './guard-clients.js'
import { median, must } from './harness.js'

// What of a process's CPU is the guard's own time, one share a round.
const { name, url, rounds, count } = JSON.parse(process.argv[2] ?? '{}')
const clock = makeClock()
const client = clients.find((one) => one.name === name)
if (client === undefined) throw new Error(`There is no client \`${name}\`.`)
const call = await client.connect(url, guards, clock)
const values = []
for (let round = 0; round <= rounds; round++) {
  const share = await shareOf()
  if (round > 0) values.push(share)
}
process.send?.(values)
process.disconnect()

async function shareOf() {
  const before = process.cpuUsage()
  for (let turn = 0; turn < count; turn++) must(Boolean(await call()), 'a call has no answer')
  const { user, system } = process.cpuUsage(before)
  const times = clock.read()
  must(times.length === count, 'the guard was not seen at every call')
  // The middle one for each: a call that the machine has put aside meanwhile would count for hundreds.
  return ((median(times) * count * 1000) / (user + system)) * 100
}

/** Notes the time between a call's coming to the guard and its leaving. */
function makeClock() {
  let start = 0
  /** @type {number[]} */
  let times = []
  return {
    enter: () => {
      start = performance.now()
    },
    leave: () => {
      times.push(performance.now() - start)
    },
    /** The times since it was last asked. */
    read: () => {
      const read = times
      times = []
      return read
    },
  }
}
