import type { ApiChoice } from '../model/api-name.ts'
import type { Origin } from '../model/origin.ts'
import type { PolicyChoice } from '../model/policy.ts'
import type { Report, Tail } from '../model/report.ts'
import type { CountTokens } from './count.ts'

/**
 * One way to make a conversation smaller; each is tried only while it is too large.
 *
 * `shorten`: long old results lose their middle · `clear`: old results become one fixed line ·
 * `summarize`: the oldest units become one turn in the caller's words · `drop`: units go, the least
 * important first · `cut`: units go, the oldest first · `hide`: as `drop`, but they are only listed.
 */
export type Stage = (typeof stageNames)[number]

/** The names of all stages. */
export const stageNames = ['shorten', 'clear', 'summarize', 'drop', 'cut', 'hide'] as const

/** The messages that are always kept. */
export interface Keep {
  /** Turns of instructions; true unless said otherwise. */
  readonly system?: boolean
  /** The first thing that the user said; true unless said otherwise. */
  readonly firstUser?: boolean
}

/** A provider's count for the first messages of this document, its instructions and tools included. */
export interface Usage {
  readonly tokens: number
  /** How many messages those were; all of them unless said otherwise. */
  readonly messages?: number
}

/** A request for a summary: the messages to be summarised, and the room for it. */
export interface SummaryRequest {
  /** The turns as text, tool calls and results too: no tools need be declared to read it. */
  readonly text: string
  /** The same turns as the document has them. */
  readonly messages: readonly unknown[]
  /** How many tokens the summary may have. */
  readonly room: number
}

/** Says in a few words what some turns hold. */
export type Summarize = (request: SummaryRequest) => string | Promise<string>

/** The options of `compact` besides the size that the document must have. */
export interface CompactWishes {
  /** An API by name, or a rulebook of one's own; otherwise the document decides. */
  readonly api?: ApiChoice
  readonly format?: string
  /** Counts the tokens of a text; called once for each message object. Otherwise they are estimated. */
  readonly countTokens?: CountTokens
  readonly usage?: Usage
  readonly stages?: readonly Stage[]
  readonly keep?: Keep
  /** Turns that stay, with all that belongs to them: their positions, or a test. */
  readonly pin?: readonly number[] | ((message: unknown, position: number) => boolean)
  /** How a document that is broken is repaired first; `keep` unless said otherwise. */
  readonly policy?: PolicyChoice
  readonly tail?: Tail
  /** Knowledge of the records that the document comes out of. */
  readonly origin?: Origin
}

/** How small the document must be: at most so many tokens, or without up to that share of its messages. */
export type Goal =
  | { readonly budget: number; readonly fraction?: undefined }
  | { readonly fraction: number; readonly budget?: undefined }

/** The options of `compact`. */
export type CompactOptions = CompactWishes & Goal & { readonly summarize?: undefined }

/** The same, with someone who can summarise. */
export type SummarizeOptions = CompactWishes & Goal & { readonly summarize: Summarize }

/** How large a conversation is. */
export interface Size {
  readonly messages: number
  readonly tokens: number
}

/** The outcome of one stage. */
export interface StageReport {
  readonly stage: Stage
  readonly before: Size
  readonly after: Size
}

/** The report of a compaction: a report like any other, with sizes. */
export interface CompactReport extends Report {
  /** Whether the document is as small as was asked. */
  readonly fits: boolean
  /** If `fits` is false: the size of this document, the smallest that was found. */
  readonly smallest?: number
  readonly before: Size
  readonly after: Size
  readonly stages: readonly StageReport[]
  /** Whether the document was broken, and was repaired before anything else. */
  readonly wasRepaired: boolean
  /** The positions of turns that the stage `hide` would hide. They are all still there. */
  readonly hidden: readonly number[]
}

/** The result of `compact`. */
export interface Compacted<Document> {
  /** The smaller document; the very same reference if it was sound and small enough. */
  readonly document: Document
  readonly report: CompactReport
  /** The name of the API whose rules were kept. */
  readonly api: string
}
