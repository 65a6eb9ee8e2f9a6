import type { Tail } from './report.ts'
import type { Layout } from './rulebook.ts'
import type { Call, Part, Result, Turn } from './transcript.ts'

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
  /** The call repeats an earlier item word for word: it waits for no result of its own. */
  isRepeat?: true
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
  joints: readonly Joint[]
}

/** A result that has not found its call yet. */
export interface Loose {
  readonly result: Result
  readonly turn: Turn
  readonly frame: number
  /** The call that it names is known, and is not in the conversation: no other one is guessed. */
  readonly isElsewhere: boolean
  /** Position among all results, to tell strays in document order. */
  readonly order: number
  fate: Stray['fate']
  of: Joint | undefined
  isMatched: boolean
}

/** How calls and results belong together to an API that counts them, where ids may be left out. */
export interface PairByCount {
  /** The pairs that such an API takes for granted, whatever ids and names say. */
  pairsIn(turns: readonly Turn[], layout: Layout, tail: Tail): ReadonlyMap<Result, Call>
  /** Gives results without an id their calls: first near them, then far. */
  adopt(open: readonly Joint[], nameless: readonly Loose[]): void
  adoptFar(joints: readonly Joint[], loose: readonly Loose[]): void
  /** Frames in which calls that were made together, and written as several turns, are in one. */
  joinFrames(turns: readonly Turn[], frames: readonly Frame[]): readonly Frame[]
  /** The first result of a frame that ids or names put elsewhere, among those that stand well by the layout. */
  firstMisplaced(frame: Frame, standsWell: (joint: Joint) => boolean): Misplaced | undefined
  /** Whether a result has another name than its call where there are no ids to compare. */
  isMisnamed(joint: Joint): boolean
  /** The parts of a turn with its results in the order of their calls. */
  inCallOrder(turn: Turn, joints: readonly Joint[]): Part[]
}

/** A result that stands where that of another call belongs. */
export interface Misplaced {
  readonly result: Result
  readonly turn: Turn | undefined
  /** The id of the other call, where both have one. */
  readonly owner: string | undefined
}

/** All calls and results of a conversation, matched. */
export interface Pairs {
  readonly frames: readonly Frame[]
  readonly joints: readonly Joint[]
  readonly strays: readonly Stray[]
  /** Whether two calls may have been given the same id. */
  readonly mayShareIds: boolean
}
