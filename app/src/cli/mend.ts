import { type PolicyName, type Report, type Rulebook, repair, type Tail } from '@mortise/core'
import { parseExactly } from './exact-json.ts'

/** How a document is to be mended. */
export interface MendOptions {
  readonly rulebook: Rulebook
  readonly policy?: PolicyName | undefined
  readonly tail?: Tail | undefined
}

/** A mended document, its numbers marked where they need it to be printed as they were written. */
export interface Mended {
  readonly report: Report
  readonly isChanged: boolean
  readonly value: unknown
  readonly mark: string | undefined
}

/** Mends a document that was read from `text`. */
export function mend(document: unknown, text: string, options: MendOptions): Mended {
  const { report, document: value } = repairWith(document, options)
  const edits = report.plan.edits.length
  if (edits === 0) return { report, isChanged: false, value, mark: undefined }
  const exact = parseExactly(text)
  const again = exact === undefined ? undefined : repairWith(exact.value, options)
  if (again?.report.plan.edits.length !== edits) return { report, isChanged: true, value, mark: undefined }
  return { report, isChanged: true, value: again.document, mark: exact?.mark }
}

function repairWith(
  document: unknown,
  options: MendOptions,
): { readonly document: unknown; readonly report: Report } {
  return repair(document, {
    api: options.rulebook,
    ...(options.policy === undefined ? {} : { policy: options.policy }),
    ...(options.tail === undefined ? {} : { tail: options.tail }),
  })
}
