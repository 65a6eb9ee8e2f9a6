import type { BindingMemory } from './binding/memory.ts'
import { type Choice, chooseApi, findApi, guessApi, type Hints, isShared, type Wanted } from './choose.ts'
import { openCallsIn } from './engine/match/open-calls.ts'
import { repairTask } from './engine/repair.ts'
import { scanTask } from './engine/scan.ts'
import type { Repair } from './engine/task.ts'
import { followWith } from './follow.ts'
import type { ApiChoice } from './model/api-name.ts'
import type { Finding } from './model/finding.ts'
import type { Api } from './model/format.ts'
import type { Known } from './model/known.ts'
import { anyValue, isFormatName, isMemory, isTail, scanOptions } from './model/option-checks.ts'
import { checkOptions, type OptionTable } from './model/options.ts'
import type { Origin } from './model/origin.ts'
import type { Outcome } from './model/outcome.ts'
import { checkPolicy, choosePolicy, type PolicyChoice } from './model/policy.ts'
import type { Report, Tail } from './model/report.ts'
import type { OpenCall } from './model/transcript.ts'
import { formatWatch } from './wrong-format.ts'

/** How a document is to be read. */
export interface ScanOptions {
  /** How the conversation ends; `closed`, about to be sent, unless said otherwise. */
  readonly tail?: Tail
  /** Knowledge of the records that the document comes out of. */
  readonly origin?: Origin
}

/** Options for `scan`; whatever is left out is read from the document. */
export interface ScanRequest extends ScanOptions {
  /** An API by name, or a rulebook of one's own. */
  readonly api?: ApiChoice
  readonly format?: string
}

/** Options for `repair`; whatever is left out is read from the document. */
export interface RepairOptions extends Pick<ScanOptions, 'tail'> {
  /** An API by name, or a rulebook of one's own. */
  readonly api?: ApiChoice
  readonly format?: string
  readonly policy?: PolicyChoice
}

/** Options for the repair of a request. */
export interface RequestOptions extends RepairOptions {
  /** The changes of earlier requests; for APIs that bind reasoning to the turns before it. */
  readonly memory?: BindingMemory
}

/** The result of `repair`. */
export interface Repaired<Document> {
  /** The repaired document; the very same reference if nothing had to change. */
  readonly document: Document
  readonly report: Report
  /** The name of the API whose rules were kept. */
  readonly api: string
  /** With a memory: the past of bound reasoning was changed, now or in an earlier request. */
  readonly isRemembered?: true
}

/** Repairs a conversation that grows, call after call. */
export interface Follower {
  /**
   * Repairs the conversation as it is now; turns that an earlier call found sound are not read again.
   *
   * A list may grow in place or be another list; messages already seen, and a list's older elements,
   * may not be changed in place.
   */
  repair<Document>(document: Document): Repaired<Document>
}

/** Functions for the formats and APIs that a door knows. */
export interface Door {
  /**
   * Finds the faults of a document in the eyes of an API. Never throws, whatever the document holds.
   *
   * The API may stand among the options, as in `repair`.
   */
  scan(document: unknown, api?: ApiChoice | ScanRequest, options?: ScanOptions): readonly Finding[]
  /** Finds the faults and plans the edits that mend them; changes nothing. */
  plan(document: unknown, api: ApiChoice, policy?: PolicyChoice, options?: ScanOptions): Report
  /** Finds, plans and applies: the one that most people call. */
  repair<Document>(document: Document, options?: RequestOptions): Repaired<Document>
  /** The incremental form for agent loops: each call pays for the new messages only. */
  follow(options: RepairOptions & { readonly api: ApiChoice }): Follower
  /** The calls of a document that wait for their results. */
  openCalls(document: unknown, api: ApiChoice, options?: Pick<ScanOptions, 'origin'>): readonly OpenCall[]
  /** Decides which API a document is for: the one named, else the one that serves its model, else its format's own. */
  chooseApi(document: unknown, wanted?: Wanted): Outcome<Choice>
}

/** The options of a scan that names its API among them. */
const scanRequest: OptionTable = { ...scanOptions, api: anyValue, format: isFormatName }

/** The options of a repair; an API is looked up where it is used. */
export const repairOptions: OptionTable = {
  api: anyValue,
  format: isFormatName,
  policy: checkPolicy,
  tail: isTail,
}

/** The same for a request. */
export const requestOptions: OptionTable = { ...repairOptions, memory: isMemory }

// Each function is made by itself, so that a bundler can leave out those that nobody calls.

/** `scan`, for what a door knows. */
export function scanOf(known: Known): Door['scan'] {
  return (document, wanted = {}, options = {}) => {
    checkOptions('scan', options, scanOptions)
    const asked: ScanRequest = isApiChoice(wanted) ? { ...options, api: wanted } : wanted
    checkOptions('scan', asked, scanRequest)
    const { tail = 'closed', origin } = asked
    return scanTask({ document, api: wantedApi(known, document, asked), tail, rules: known.rules, origin })
  }
}

/** Whether it names an API or is a rulebook; options are neither. */
function isApiChoice(wanted: ApiChoice | ScanRequest): wanted is ApiChoice {
  return typeof wanted !== 'object' || wanted === null || 'rows' in wanted
}

/** `plan`, for what a door knows. */
export function planOf(known: Known): Door['plan'] {
  return (document, api, policy = 'keep', options = {}) => {
    checkOptions('plan', options, scanOptions)
    return mend(known, document, namedApi(known, api, { document }), { ...options, policy }).report
  }
}

/** `repair`, for what a door knows. */
export function repairOf(known: Known): Door['repair'] {
  return (document, options = {}) => {
    checkOptions('repair', options, requestOptions)
    const api = wantedApi(known, document, options)
    return repaired(mend(known, document, api, options), api)
  }
}

/** `follow`, for what a door knows; `remember`: makes its memory, where one of its APIs binds reasoning. */
export function followOf(known: Known, remember?: (limit: number) => BindingMemory): Door['follow'] {
  return (options) => {
    checkOptions('follow', options, repairOptions, ['api'])
    const { api: wanted, format, policy, tail = 'closed' } = options
    const start = (document?: unknown): Followed => {
      const api = namedApi(known, wanted, { document, format })
      return { api, next: followWith(api, known.rules, choosePolicy(policy), tail, remember?.(1)) }
    }
    // A name that several formats share is decided by the first document.
    let followed = isShared(known, wanted) ? undefined : start()
    const watch = formatWatch(known)
    return {
      repair(document) {
        followed ??= start(document)
        watch(document, followed.api)
        return repaired(followed.next(document), followed.api)
      },
    }
  }
}

/** A conversation that is followed, and for which API. */
interface Followed {
  readonly api: Api
  readonly next: (document: unknown) => Repair
}

/** `openCalls`, for what a door knows. */
export function openCallsOf(known: Known): Door['openCalls'] {
  return (document, api, options = {}) => {
    checkOptions('openCalls', options, scanOptions)
    return openCallsIn(document, namedApi(known, api, { document }), options.origin)
  }
}

/** `chooseApi`, for what a door knows. */
export function chooseApiOf(known: Known): Door['chooseApi'] {
  return (document, wanted) => chooseApi(known, document, wanted)
}

/** The API that the options name, else the one that the document is for. */
function wantedApi(
  known: Known,
  document: unknown,
  { api, format }: Pick<ScanRequest, 'api' | 'format'>,
): Api {
  return api === undefined
    ? unwrap(guessApi(known, document, format))
    : namedApi(known, api, { document, format })
}

function namedApi(known: Known, api: ApiChoice, hints: Hints): Api {
  return unwrap(findApi(known, api, hints))
}

function mend(known: Known, document: unknown, api: Api, options: RequestOptions & ScanOptions): Repair {
  const { policy, tail = 'closed', origin, memory } = options
  const task = { document, api, tail, rules: known.rules, origin }
  return memory === undefined
    ? repairTask(task, choosePolicy(policy))
    : memory.repair(task, choosePolicy(policy))
}

/** A plan changes members within a document; its type is the caller's. */
function repaired<Document>(repair: Repair, { rulebook }: Api): Repaired<Document> {
  const { document, report, isRemembered } = repair
  const told = isRemembered === undefined ? {} : { isRemembered }
  return { document: document as Document, report, api: rulebook.name, ...told }
}

function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throw outcome.error
}
