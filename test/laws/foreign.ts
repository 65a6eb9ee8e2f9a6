import { repair } from '@mortise/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type ForeignCase, foreignCase } from '../generate/foreign.ts'
import { bytesHold } from './bytes.ts'
import { formalLaws } from './laws.ts'

/** Asserts the promises on documents that hold anything anywhere. */
export function foreignHolds(runs: number, seed: number): void {
  const details = fc.check(fc.property(foreignCase, foreignLaws), { numRuns: runs, seed })
  if (details.failed) console.log(fc.defaultReportMessage(details), details.errorInstance)
  expect(details.failed).toBe(false)
}

/** Asserts the promises on one such document, and on its bytes. */
export function foreignLaws(given: ForeignCase): void {
  const { api } = formalLaws(given)
  const { policy, tail } = given
  // Members without a value are none in bytes.
  const document: unknown = JSON.parse(JSON.stringify(given.document))
  const options = { api: api.rulebook, policy, tail }
  bytesHold(document, options, repair(document, options))
}
