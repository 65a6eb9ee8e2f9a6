import { test } from 'vitest'
import { anyWishHolds, everyBudgetHolds, laterBudgetsHold, longResultsHold } from '../compact/promises.ts'

test.each([
  ['every budget gives an accepted document with whole joints', everyBudgetHolds, 200],
  ['what was summed up stays as it was said', laterBudgetsHold, 300],
  ['a broken document is repaired first, and then made smaller', anyWishHolds, 1000],
  ['long results are shortened and cleared in every format', longResultsHold, 300],
] as const)('%s, in many conversations', { timeout: 3_600_000 }, async (_, hold, runs) => {
  await hold(runs)
})
