import { test } from 'vitest'
import { amount } from '../amount.ts'
import { promisesHold } from './promises.ts'

const runs = amount(600)

test(`every promise holds on ${runs} damaged conversations, and an independent checker agrees`, {
  timeout: 600_000,
}, () => {
  promisesHold(runs)
})
