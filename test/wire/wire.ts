/** A call as a document writes it. */
export interface WireCall {
  readonly id: unknown
  readonly name: unknown
  /** What tells it from other calls: its arguments. */
  readonly holds: unknown
}

/** A result as a document writes it. */
export interface WireResult {
  /** The id of the call that it names; undefined where it names none. */
  readonly id: unknown
  /** What tells it from other results: what it says. */
  readonly holds: unknown
}

/**
 * What the laws must know of a format to judge documents before and after a repair.
 *
 * Written from the API's own description, and importing nothing from core: a fault of core's
 * reading must not hide itself.
 */
export interface Wire {
  readonly format: string
  /** The member of a request that holds the list of turns; a document that is a list is that list itself. */
  readonly root: string
  /** Members that name or tie things together, besides `commonTies`; a repair may change or drop them. */
  readonly ties: readonly string[]
  /** Members that ask the provider to remember; a repair may take them away. */
  readonly marks?: readonly string[]
  /** Whether a value stays exactly as it is or goes whole: reasoning, and tools that the provider runs. */
  isOpaque?(value: object): boolean
  /** Whether what the model is doing is still open after this turn, and is judged anew by this API once it grows. */
  isOpenAfter?(turn: unknown, document: unknown, api: string): boolean
  /** What of the request says how every turn is judged: where a repair changes it, what came before may change too. */
  modeOf?(document: unknown): unknown
  /** Whether the model made a turn; where each item is a turn, any item that the model made. */
  isModels(turn: unknown): boolean
  /** The calls of a turn, or the one that it is. */
  callsOf(turn: unknown): readonly WireCall[]
  /** The results in a turn, or the one that it is. */
  resultsOf(turn: unknown): readonly WireResult[]
}

/** Members that name or tie things together in every format. */
export const commonTies: readonly string[] = ['id', 'role', 'type', 'model', 'name']
