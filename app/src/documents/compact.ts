import { applyBytes, type Choice, type CompactReport, compact, type Goal, type Tail } from '@mortise/core'
import { isRefused, type MadeDocument } from './made.ts'

/** A document, as its bytes and as the value in them, and the API that will read it. */
export interface ReadDocument {
  readonly source: Uint8Array
  readonly document: unknown
  readonly choice: Choice
}

/** A document that was made smaller. */
export interface SmallerDocument extends ReadDocument, MadeDocument {
  readonly report: CompactReport
  /** Whether it is sound and as small as it must be. */
  readonly isDone: boolean
}

/** Makes a document smaller; the parts that the plan does not touch keep their bytes. */
export function compactBytes(read: ReadDocument, options: Goal & { readonly tail?: Tail }): SmallerDocument {
  const { report } = compact(read.document, { ...options, api: read.choice.rulebook })
  const made = applyBytes(read.source, report.plan)
  if (!made.ok) throw made.error
  const isSound = !report.left.some(isRefused)
  return {
    ...read,
    report,
    bytes: made.value,
    isChanged: report.plan.edits.length > 0,
    isSound,
    isDone: report.fits && isSound,
  }
}
