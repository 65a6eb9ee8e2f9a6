import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedCase } from './generate/case.ts'
import { laws } from './laws/laws.ts'
import { prefixHolds } from './laws/prefix.ts'
import { complaints } from './oracle/index.ts'

const isDeep = process.env.MORTISE_DEEP === '1'
const runs = isDeep ? 1_000_000 : 20_000

test(`every promise holds on ${runs} damaged conversations, and an independent checker agrees`, {
  timeout: 3_600_000,
}, () => {
  fc.assert(
    fc.property(damagedCase, ({ api, policy, tail, document }) => {
      const refusals = complaints(document, { api, tail })
      const { document: mended, found } = laws({ document, api, policy, tail })
      const refused = found.filter(({ severity }) => severity === 'refused').map(({ rule }) => rule)
      expect(
        refused.length > 0,
        `oracle: ${refusals.join('; ') || 'accepts'} · found: ${refused.join(', ')}`,
      ).toBe(refusals.length > 0)
      prefixHolds(document, api, policy)
      if (policy === 'report') return
      const left = complaints(mended, { api, tail }).filter(
        (complaint) => !/at the end|the last message/.test(complaint),
      )
      expect(left, 'the independent checker accepts the repaired document').toEqual([])
    }),
    { numRuns: runs, verbose: false },
  )
})
