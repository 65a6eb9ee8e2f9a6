import type { Binding } from './binding.ts'
import type { BodyFactName } from './fact-names.ts'
import type { Facts } from './facts.ts'
import type { Format, Reading } from './format.ts'
import type { Intent } from './intent.ts'
import type { Joint } from './joint.ts'
import type { Origin } from './origin.ts'
import type { Tail } from './report.ts'
import type { Rulebook } from './rulebook.ts'
import type { Call, Part, Turn } from './transcript.ts'

/** The document, its reading and its API: the input of every step of a scan or a plan. */
export interface Context {
  readonly format: Format
  readonly rulebook: Rulebook
  readonly document: unknown
  readonly reading: Reading
  readonly facts: Facts
  readonly tail: Tail
  /** Knowledge of the records that the document comes out of. */
  readonly origin?: Origin | undefined
  /** Knowledge of the reasoning in the document. */
  readonly binding?: Binding | undefined
}

/** A conversation being mended: the parts of the document, in the order and with the facts they will have. */
export interface Draft {
  readonly context: Context
  turns: readonly Turn[]
  /** Facts of the body that were set. */
  readonly body: Map<BodyFactName, { value: unknown; why: string }>
  /** Turns that went, each with the rule that asked for it. */
  readonly dropped: Map<Turn, string>
  /** Whether something was wanted that may stand in turns out of view. */
  isShort: boolean
}

/**
 * Does something to a draft, and sees to the cache marks of the parts that went by it.
 *
 * `elsewhere`: raw parts that live on outside the turns, with their marks.
 */
export type KeepMarks = (draft: Draft, why: string, act: () => void, elsewhere?: readonly unknown[]) => void

/** The changes that one rule's intents ask for, gathered before the list of turns is built anew. */
export interface Changes {
  /** The joints of calls, where ids are set: a result takes the id of its call. */
  readonly partners: Map<Call, Joint>
  readonly gone: Map<Turn, Set<Part>>
  readonly texts: Map<Turn, Map<Part, Part[]>>
  readonly before: Map<Turn, Turn[]>
  readonly after: Map<Turn, Turn[]>
  readonly empty: Turn[]
  /** The runs of turns that become one, by each of their turns. */
  readonly merged: Map<Turn, Turn[]>
  /** The turns that go before another one, or to the end. */
  readonly moved: Map<Turn, Turn | undefined>
  /** The images that leave the results of each turn, with their labels. */
  readonly hoisted: Map<Turn, Part[]>
  /** The parts of each turn that have another raw value, which is still to be read. */
  readonly reshaped: Map<Turn, Set<Part>>
  /** Steps that run once all intents are noted. */
  readonly last: (() => void)[]
}

/** The function by which the engine enacts intents of one kind. */
export type Deed<Kind extends Intent['do']> = (
  draft: Draft,
  intent: Extract<Intent, { readonly do: Kind }>,
  changes: Changes,
  why: string,
) => void
