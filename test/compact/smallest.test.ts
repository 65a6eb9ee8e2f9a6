import { test } from 'vitest'
import { nothingIsSmaller } from './smallest.ts'

test('what does not fit is the smallest of all that can be chosen', { timeout: 600_000 }, async () => {
  await nothingIsSmaller(150)
})
