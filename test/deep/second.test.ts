import { test } from 'vitest'
import { promisesHold } from '../laws/promises.ts'

test('every promise holds on 500,000 damaged conversations', { timeout: 7_200_000 }, () => {
  promisesHold(500_000, 2, Number(process.env.MORTISE_FROM ?? 0))
})
