import { test } from 'vitest'
import { junkHolds, rows } from '../conformance/junk.ts'

test.each(rows)('$rule, $api: anything may stand anywhere in it, and every promise holds', (row) => {
  junkHolds(row, 1)
})
