import { type PolicyName, type Report, type Rulebook, repairBytes, type Tail } from '@mortise/core'
import { expect } from 'vitest'

/** What a repair of a document made of it. */
interface Made {
  readonly document: unknown
  readonly report: Report
}

/** Asserts that a document in bytes is mended as the document is, and that untouched it is the same buffer. */
export function bytesHold(
  document: unknown,
  options: { readonly api: Rulebook; readonly policy: PolicyName; readonly tail: Tail },
  made: Made,
): void {
  const bytes = new TextEncoder().encode(JSON.stringify(document))
  const { bytes: mended, report } = repairBytes(bytes, options)
  expect(report, 'bytes are mended as objects are').toEqual(made.report)
  if (report.plan.edits.length === 0) expect(mended, 'the same buffer').toBe(bytes)
  else expect(JSON.parse(new TextDecoder().decode(mended))).toEqual(JSON.parse(JSON.stringify(made.document)))
}
