import { test } from 'vitest'
import { amount } from '../amount.ts'
import { promisesHold } from './promises.ts'

const runs = amount(600)

// A file of its own, so that both cores draw.
test(`every promise holds on ${runs} other damaged conversations`, { timeout: 600_000 }, () => {
  promisesHold(runs, 20_261_118)
})
