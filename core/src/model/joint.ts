import type { Layout } from './rulebook.ts'
import type { Call, Result, Turn } from './transcript.ts'

/**
 * How a result found its call: by its id, by its id once a signature is taken off it, by being the
 * only one that fits, or by standing where the right one would.
 */
export type How = 'id' | 'decoded' | 'only' | 'position'

/** A call and its result, if it has one. */
export interface Joint {
  readonly call: Call
  readonly turn: Turn
  /** The number of the frame that the call stands in. */
  readonly frame: number
  result: Result | undefined
  /** The turn that holds the result. */
  home: Turn | undefined
  /** The number of the frame that the result stands in; -1 before the first call. */
  resultFrame: number
  how: How
}

/** A result without a call of its own. */
export interface Stray {
  readonly result: Result
  readonly turn: Turn
  /** `unowned`: no call · `ambiguous`: several open calls could own it · `duplicate`: its call is answered. */
  readonly fate: 'unowned' | 'ambiguous' | 'duplicate'
  /** Whether a call of this document has its id. */
  readonly isCalled: boolean
  /** The joint it repeats. */
  readonly of?: Joint
}

/** A run of model turns with calls, and what follows it up to the next model turn. */
export interface Frame {
  /** Positions in the list of turns: the run is [start, end), its region [end, regionEnd). */
  readonly start: number
  end: number
  regionEnd: number
  readonly joints: Joint[]
}

/** The pairs that an API which counts takes for granted, whatever ids and names say. */
export type PairByCount = (turns: readonly Turn[], layout: Layout) => ReadonlyMap<Result, Call>

/** All calls and results of a conversation, matched. */
export interface Pairs {
  readonly frames: readonly Frame[]
  readonly joints: readonly Joint[]
  readonly strays: readonly Stray[]
}
