import { test } from 'vitest'
import { amount } from '../amount.ts'
import { anyWishHolds, everyBudgetHolds, laterBudgetsHold, longResultsHold } from './promises.ts'

test('every budget gives an accepted document with whole joints', { timeout: 600_000 }, async () => {
  await everyBudgetHolds(amount(30))
})

test('what was summed up stays as it was said', { timeout: 600_000 }, async () => {
  await laterBudgetsHold(amount(40))
})

test('a broken document is repaired first, and then made smaller', { timeout: 600_000 }, async () => {
  await anyWishHolds(amount(120))
})

test('long results are shortened and cleared in every format', { timeout: 600_000 }, async () => {
  await longResultsHold(amount(40))
})
