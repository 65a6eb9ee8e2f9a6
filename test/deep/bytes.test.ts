import { test } from 'vitest'
import { readersAgree } from '../bytes/fuzz.ts'

test('the readers agree with JSON.parse on 1,000,000 damaged inputs', { timeout: 7_200_000 }, () => {
  readersAgree(1_000_000, 2)
})
