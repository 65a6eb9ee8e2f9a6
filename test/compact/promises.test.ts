import { test } from 'vitest'
import { anyWishHolds, everyBudgetHolds, laterBudgetsHold, longResultsHold } from './promises.ts'

test('every budget gives an accepted document with whole joints', { timeout: 600_000 }, async () => {
  await everyBudgetHolds(200)
})

test('what was summed up stays as it was said', { timeout: 600_000 }, async () => {
  await laterBudgetsHold(300)
})

test('a broken document is repaired first, and then made smaller', { timeout: 600_000 }, async () => {
  await anyWishHolds(1000)
})

test('long results are shortened and cleared in every format', { timeout: 600_000 }, async () => {
  await longResultsHold(300)
})
