import { test } from 'vitest'
import { readersAgree } from './fuzz.ts'

test('the readers agree with JSON.parse on 20,000 damaged inputs', () => {
  readersAgree(20_000, 1)
})
