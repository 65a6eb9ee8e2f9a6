import { test } from 'vitest'
import { nothingIsSmaller } from '../compact/smallest.ts'

test('what does not fit is the smallest, in many conversations', { timeout: 3_600_000 }, async () => {
  await nothingIsSmaller(5000, 1)
})
