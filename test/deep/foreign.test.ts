import { test } from 'vitest'
import { foreignHolds } from '../laws/foreign.ts'

test('every promise holds on 200,000 documents that hold anything anywhere', { timeout: 7_200_000 }, () => {
  foreignHolds(200_000, Number(process.env.MORTISE_SEED ?? 2))
})
