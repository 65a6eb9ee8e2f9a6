import { expect, test } from 'vitest'
import { junkFaults } from '../attack/junk-documents.ts'

test.each(Array.from({ length: 30 }, (_, index) => index + 2))(
  'whatever a document holds, a second repair changes nothing: seed %i',
  { timeout: 3_600_000 },
  (seed) => {
    expect(junkFaults(10_000, seed).slice(0, 3)).toEqual([])
  },
)
