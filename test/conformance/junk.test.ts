import { scan } from '@mortise/core'
import { expect, test } from 'vitest'
import { wireOf, withTurns } from '../wire/index.ts'
import { junk, junkHolds, rows } from './junk.ts'

// All of them are in the deep run. The numbers of values and of what is tried here have no divisor in common.
const oneOf = process.env.MORTISE_QUICK === '1' ? 311 : 67

test.each(rows)('$rule, $api: anything may stand anywhere in it, and every promise holds', (row) => {
  junkHolds(row, oneOf)
})

test.each(rows)('$rule, $api: whatever the document is, nothing throws', ({ api, format }) => {
  const strange = [null, {}].map((turns) => withTurns(wireOf(format), {}, turns))
  for (const document of [...junk, undefined, ...strange]) expect(() => scan(document, api)).not.toThrow()
})
