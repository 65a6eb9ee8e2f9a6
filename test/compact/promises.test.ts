import { test } from 'vitest'
import { anyWishHolds, everyBudgetHolds } from './promises.ts'

test('every budget gives an accepted document with whole joints', { timeout: 600_000 }, () => {
  everyBudgetHolds(150)
})

test('a broken document is repaired first, and then made smaller', { timeout: 600_000 }, () => {
  anyWishHolds(2000)
})
