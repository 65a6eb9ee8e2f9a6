import { chooseApi, findApi } from './choose.ts'
import { followWith } from './follow.ts'
import type { Finding } from './model/finding.ts'
import type { Api } from './model/format.ts'
import type { Outcome } from './model/outcome.ts'
import type { PolicyChoice } from './model/policy.ts'
import type { Report, Tail } from './model/report.ts'
import type { Rulebook } from './model/rulebook.ts'
import type { OpenCall } from './model/transcript.ts'
import { openCallsWith, repairWith, type ScanOptions, scanWith } from './mortise.ts'

export { type Choice, chooseApi, type Wanted } from './choose.ts'
export { apply } from './engine/apply.ts'
export { invert } from './engine/invert.ts'
export { readAll as readTranscript } from './engine/reading.ts'
export { type Explanation, explain } from './explain/index.ts'
export { formats } from './formats/index.ts'
export type { Edit, Plan } from './model/edit.ts'
export type { Finding, Severity } from './model/finding.ts'
export type { Api, Format } from './model/format.ts'
export { MortiseError, type Outcome } from './model/outcome.ts'
export { type Place, printPlace } from './model/place.ts'
export { type Policy, type PolicyChoice, type PolicyName, policies, type Remedy } from './model/policy.ts'
export type { Report, Tail } from './model/report.ts'
export type { Condition, Evidence, Layout, Row, Rulebook } from './model/rulebook.ts'
export type { OpenCall, Part, Transcript, Turn } from './model/transcript.ts'
export type { ScanOptions } from './mortise.ts'
export { rulebooks } from './rulebooks/index.ts'
export { describeRule, ruleNames } from './texts/describe.ts'

/** What `repair` is told; what is left out is read from the document. */
export interface RepairOptions extends ScanOptions {
  /** An API by name, or a rulebook of one's own. */
  readonly api?: string | Rulebook
  readonly format?: string
  readonly policy?: PolicyChoice
}

/** What `repair` gives back. */
export interface Repaired<Document> {
  /** The repaired document; the very same reference where nothing had to change. */
  readonly document: Document
  readonly report: Report
  /** The name of the API whose rules were kept. */
  readonly api: string
}

/** Finds the faults of a document in the eyes of an API. Never throws on what a document holds. */
export function scan(document: unknown, api: string | Rulebook, options?: ScanOptions): readonly Finding[] {
  return scanWith(document, unwrap(findApi(api)), options)
}

/** Finds the faults and plans what would mend them; changes nothing. */
export function plan(
  document: unknown,
  api: string | Rulebook,
  policy: PolicyChoice = 'keep',
  options: ScanOptions = {},
): Report {
  return repairWith(document, unwrap(findApi(api)), policy, options.tail ?? 'closed').report
}

/** Finds, plans and applies: the one that most people call. */
export function repair<Document>(document: Document, options: RepairOptions = {}): Repaired<Document> {
  const api = unwrap(apiFor(document, options))
  const tail: Tail = options.tail ?? 'closed'
  const { document: mended, report } = repairWith(document, api, options.policy ?? 'keep', tail)
  // The plan changes members within the document; its type is the caller's.
  return { document: mended as Document, report, api: api.rulebook.name }
}

/** Repairs a conversation that grows, call after call. */
export interface Follower {
  /**
   * Repairs the conversation as it is now; what an earlier call found sound is not read again.
   *
   * A list may grow in place or be another list; messages already seen, and a list's older elements,
   * may not be changed in place.
   */
  repair<Document>(document: Document): Repaired<Document>
}

/** The incremental form for agent loops: each call pays for the new messages only. */
export function follow(options: RepairOptions & { readonly api: string | Rulebook }): Follower {
  const api = unwrap(findApi(options.api))
  const repairNext = followWith(api, options.policy ?? 'keep', options.tail ?? 'closed')
  return {
    repair<Document>(document: Document): Repaired<Document> {
      const { document: mended, report } = repairNext(document)
      return { document: mended as Document, report, api: api.rulebook.name }
    },
  }
}

/** The calls of a document that wait for their results. */
export function openCalls(document: unknown, api: string | Rulebook): readonly OpenCall[] {
  return openCallsWith(document, unwrap(findApi(api)))
}

function apiFor(document: unknown, { api, format }: RepairOptions): Outcome<Api> {
  return api === undefined ? chooseApi(document, { format }) : findApi(api)
}

function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throw outcome.error
}
