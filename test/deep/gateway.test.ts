import { expect, test } from 'vitest'
import { chaos } from '../gateway/chaos.ts'

const rounds = 8
const streams = 2000

test('2,000 streams at a time for 60 s: nothing crashes, nothing leaks', { timeout: 600_000 }, async () => {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const { answered, brokenOff, left } = await chaos(rounds, streams)
    // No answer is missing but those that the upstream has broken off, and those that nobody waited for.
    expect(answered).toBeGreaterThanOrEqual(rounds * streams - left - brokenOff)
    expect(answered).toBeGreaterThan(8000)
  }
})
