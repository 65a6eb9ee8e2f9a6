import { type Choice, chooseApi, findApi, type Wanted } from './choose.ts'
import { openCallsIn } from './engine/open-calls.ts'
import { type Repair, repairTask, scanTask } from './engine/repair.ts'
import { followWith } from './follow.ts'
import type { Finding } from './model/finding.ts'
import type { Api } from './model/format.ts'
import type { Known } from './model/known.ts'
import type { Outcome } from './model/outcome.ts'
import { choosePolicy, type PolicyChoice } from './model/policy.ts'
import type { Report, Tail } from './model/report.ts'
import type { Rulebook } from './model/rulebook.ts'
import type { OpenCall } from './model/transcript.ts'

/** How a document is to be read. */
export interface ScanOptions {
  /** How the conversation ends; `closed`, about to be sent, unless said otherwise. */
  readonly tail?: Tail
}

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

/** What one can ask of those formats and APIs that a door knows. */
export interface Door {
  /** Finds the faults of a document in the eyes of an API. Never throws on what a document holds. */
  scan(document: unknown, api: string | Rulebook, options?: ScanOptions): readonly Finding[]
  /** Finds the faults and plans what would mend them; changes nothing. */
  plan(document: unknown, api: string | Rulebook, policy?: PolicyChoice, options?: ScanOptions): Report
  /** Finds, plans and applies: the one that most people call. */
  repair<Document>(document: Document, options?: RepairOptions): Repaired<Document>
  /** The incremental form for agent loops: each call pays for the new messages only. */
  follow(options: RepairOptions & { readonly api: string | Rulebook }): Follower
  /** The calls of a document that wait for their results. */
  openCalls(document: unknown, api: string | Rulebook): readonly OpenCall[]
  /** Decides which API a document is for: the one named, else the one that serves its model, else its format's own. */
  chooseApi(document: unknown, wanted?: Wanted): Outcome<Choice>
}

/** A door to the one engine, for what it is told to know. */
export function doorOf(known: Known): Door {
  const { rules } = known
  const named = (api: string | Rulebook): Api => unwrap(findApi(known, api))
  const apiFor = (document: unknown, { api, format }: RepairOptions): Api =>
    api === undefined ? unwrap(chooseApi(known, document, { format })) : named(api)
  const mend = (document: unknown, api: Api, { policy, tail = 'closed' }: RepairOptions): Repair =>
    repairTask({ document, api, tail, rules }, choosePolicy(policy))

  return {
    scan(document, api, { tail = 'closed' } = {}) {
      return scanTask({ document, api: named(api), tail, rules })
    },
    plan(document, api, policy = 'keep', options = {}) {
      return mend(document, named(api), { ...options, policy }).report
    },
    repair(document, options = {}) {
      const api = apiFor(document, options)
      return repaired(mend(document, api, options), api)
    },
    follow({ api: wanted, policy, tail = 'closed' }) {
      const api = named(wanted)
      const repairNext = followWith(api, rules, choosePolicy(policy), tail)
      return { repair: (document) => repaired(repairNext(document), api) }
    },
    openCalls: (document, api) => openCallsIn(document, named(api)),
    chooseApi: (document, wanted) => chooseApi(known, document, wanted),
  }
}

/** A plan changes members within a document; its type is the caller's. */
function repaired<Document>({ document, report }: Repair, { rulebook }: Api): Repaired<Document> {
  return { document: document as Document, report, api: rulebook.name }
}

function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throw outcome.error
}
