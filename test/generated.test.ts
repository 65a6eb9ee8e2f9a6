import { test } from 'vitest'
import { promisesHold } from './laws/promises.ts'

test('every promise holds on 20,000 damaged conversations, and an independent checker agrees', () => {
  promisesHold(20_000)
})
