import { test } from 'vitest'
import { promisesHold } from './laws/promises.ts'

const name = 'every promise holds on 20,000 damaged conversations, and an independent checker agrees'

test(name, { timeout: 600_000 }, () => {
  promisesHold(20_000)
})
