import { expect, test } from 'vitest'
import { chaos } from '../gateway/chaos.ts'

test('2,000 streams at a time for 60 s: nothing crashes, nothing leaks', { timeout: 600_000 }, async () => {
  const end = Date.now() + 60_000
  let answered = 0
  while (Date.now() < end) answered += (await chaos(8, 2000)).answered
  expect(answered).toBeGreaterThan(2000)
})
