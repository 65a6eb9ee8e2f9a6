import { test } from 'vitest'
import { anyWishHolds, everyBudgetHolds, longResultsHold } from './promises.ts'

test('every budget gives an accepted document with whole joints', { timeout: 600_000 }, () => {
  everyBudgetHolds(150)
})

test('a broken document is repaired first, and then made smaller', { timeout: 600_000 }, () => {
  anyWishHolds(1000)
})

test('long results are shortened and cleared in every format', { timeout: 600_000 }, () => {
  longResultsHold(300)
})
