import { describe, expect, test } from 'vitest'
import { breaks } from '../broken/breaks.ts'
import { runBroken } from '../broken/run.ts'

describe('a law that is broken on purpose goes red', () => {
  test.each(breaks)('$law ($tests)', { timeout: 600_000 }, (row) => {
    const { isRed, says } = runBroken(row)
    expect(isRed, says).toBe(true)
    expect(says).toContain(row.law)
  })
})

test('unbroken, they are green', { timeout: 600_000 }, () => {
  const { isRed, says } = runBroken({
    law: '',
    changes: [],
    tests: 'test/conformance/conforms.test.ts',
    named: 'call-without-result',
  })
  expect(isRed, says).toBe(false)
})
