import { MortiseError, plan, repair, scan } from '@mortise/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type ForeignCase, foreignCase } from '../generate/foreign.ts'
import { bytesHold } from './bytes.ts'
import { formalLaws } from './laws.ts'
import { apiOf } from './task.ts'

/** Asserts the promises on documents that hold anything anywhere. */
export function foreignHolds(runs: number, seed: number): void {
  const details = fc.check(fc.property(foreignCase, foreignLaws), { numRuns: runs, seed })
  if (details.failed) console.log(fc.defaultReportMessage(details), details.errorInstance)
  expect(details.failed).toBe(false)
}

/** Asserts the promises on one such document, and on its bytes. */
export function foreignLaws(given: ForeignCase): void {
  if (!staysInFormat(given)) return
  const { api } = formalLaws(given)
  const { policy, tail } = given
  // Members without a value are none in bytes.
  const document: unknown = JSON.parse(JSON.stringify(given.document))
  if (!staysInFormat({ ...given, document })) return
  const options = { api: api.rulebook, policy, tail }
  bytesHold(document, options, repair(document, options))
}

/** A repair may take the last sign of its own format out of a mixture, so that another format is certain then. */
function staysInFormat(given: ForeignCase): boolean {
  if (isOfOtherFormat(given)) return false
  const { rulebook: api } = apiOf(given.api, [])
  const { policy, tail } = given
  const { document } = repair(given.document, { api, policy, tail })
  return !isOfOtherFormat({ ...given, document })
}

/** Whether a document is refused, by every door alike, since it is written in another format than the one named. */
function isOfOtherFormat({ document, api: name, policy, tail }: ForeignCase): boolean {
  const { rulebook: api } = apiOf(name, [])
  const codes = [
    () => scan(document, api, { tail }),
    () => plan(document, api, policy, { tail }),
    () => repair(document, { api, policy, tail }),
  ].map(codeOf)
  expect(new Set(codes).size, 'every door says the same').toBe(1)
  return codes[0] === 'wrong-format'
}

function codeOf(act: () => unknown): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof MortiseError ? error.code : String(error)
  }
}
