import type { Offers } from './declared.ts'
import type { Draft, KeepMarks } from './draft.ts'
import type { BodyFactName, FactName } from './fact-names.ts'
import type { Facts, Transcript } from './facts.ts'
import type { PairByCount } from './joint.ts'
import type { JsonObject } from './json.ts'
import type { Picks } from './picks.ts'
import { type Place, placeIn } from './place.ts'
import type { PlainTurn } from './plain.ts'
import type { Rulebook } from './rulebook.ts'
import type { ShapeName } from './shape-names.ts'
import type { Call, Part, Result, Speaker, Turn, Unreadable } from './transcript.ts'

/** A document as the engine reads it: all of its turns, or those that matter. */
export interface Reading extends Transcript {
  readonly turns: Turn[]
  /** The place of the list of turns. */
  readonly root: Place
  readonly unreadable: readonly Unreadable[]
  /** Whether turns were left out; they are sound and share nothing with those that are here. */
  readonly isPartial: boolean
}

/** How one named fact of a turn, a part or the body is written down. */
export interface FactPlace {
  /** Where the fact lives, from the turn, the part or the body; it may depend on how that is written. */
  readonly path: readonly string[] | ((raw: unknown) => readonly string[])
  encode(value: unknown, raw: unknown): unknown
  /** Another fact that is written to the same member counts more. */
  readonly yields?: true
}

/** Facts by name, each with its place, or with every place that it is written to. */
export type FactTable<Name extends string = FactName> = Readonly<
  Partial<Record<Name, FactPlace | readonly FactPlace[]>>
>

/** The shapes that a turn or part can be given, by name. */
export type Shapes = Readonly<Partial<Record<ShapeName, Reshape>>>

/** A piece of what a result holds: words, or something that must stay as it is. */
export type Piece = { readonly text: string } | { readonly media: unknown }

/** The output of a tool: words, a JSON value, or content as this format writes it into results. */
export type Output = { readonly text: string } | { readonly json: unknown } | { readonly content: unknown }

/** Positions [start, end) of a list of turns. */
export interface TurnRange {
  readonly start: number
  readonly end: number
}

/** Gives a raw turn or part another shape; one that already fits comes back as it is. */
export type Reshape = (raw: unknown, wish: unknown) => unknown

/**
 * The signs of a format that a turn, or the body around the turns, shows.
 *
 * `sure`: a call, or a whole turn, as no other format writes it · `some`: anything else that other formats write
 * differently · undefined: a plain turn that fits several formats.
 */
export type Sign = 'sure' | 'some' | undefined

/** The facts of a document as they were when its list of turns was so long. */
export interface Before {
  readonly facts: Facts
  readonly count: number
}

/** How a body offers tools to the model. */
export interface OfferForm {
  offersOf(document: unknown): Offers
  /** The facts of the body by which that is changed: `offers`, `choice`, `choice-names` and `no-choice`. */
  readonly facts: FactTable<BodyFactName>
  /** A turn that takes declared tools from the model by their names; absent where no turn can. */
  withdrawal?(names: readonly string[]): unknown
}

/**
 * A way to write a conversation down.
 *
 * It walks a document into a transcript and renders turns and parts back. It decides nothing.
 */
export interface Format {
  readonly name: string
  readonly title: string
  /** The API that made this format, used where nothing names another. */
  readonly firstParty: string
  /** How results are held: each a turn of its own, or parts of a turn. */
  readonly results: { readonly shape: 'self' | 'list'; readonly speaker: Speaker; readonly list: string }
  /** The arrays of a turn that hold parts. */
  readonly lists: Readonly<
    Record<string, { readonly path: readonly string[]; readonly whenEmpty: 'keep' | 'unset' }>
  >
  readonly facts: {
    readonly turn: FactTable
    readonly call: FactTable
    readonly result: FactTable
    readonly text: FactTable
    /** Facts that a part of any kind may have. */
    readonly part?: FactTable
    readonly body: FactTable<BodyFactName>
  }
  /** The facts that have no place here on purpose; a rule that sets another one without a place has a bug. */
  readonly unplacedFacts?: readonly (FactName | BodyFactName)[]
  /** The shapes that a turn or part can be given, by name. */
  readonly shapes?: Shapes
  /** The turns that this format would have written instead of one that holds too much. */
  unfold?(raw: unknown): readonly unknown[]
  /** The members that `recognises`, `factsOf` and the glance look at, for a reader that sees nothing else. */
  readonly picks: Picks
  /** The API that alone writes a document so, whatever model it names; absent where none does. */
  nativeApi?(document: unknown): string | undefined
  /** How a body offers tools; absent where it cannot, or where nobody asks for single tools. */
  readonly offers?: OfferForm
  /** How surely a document is of this format, from 0 (not at all) to 1. */
  recognises(document: unknown): number
  /** It calls and answers in shapes of other formats: where it is sure of a document, no other is meant. */
  readonly mixesShapes?: boolean
  /** The sign of this format that a turn shows; absent where only records tell, and then no document is of the wrong format. */
  signOf?(turn: unknown): Sign
  /** Whether the members around the turns are this format's own; absent where no member tells. */
  hasOwnMembers?(body: JsonObject): boolean
  /** Whether what stands alone, as on a line of its own, is a turn though it has no role; absent where all turns have one. */
  isBareTurn?(raw: JsonObject): boolean
  /** The place of the list of turns. */
  rootOf(document: unknown): Place
  /** The positions of the turns that are sent, in order; undefined where all are. Absent where all always are. */
  sentPositions?(turns: readonly unknown[]): readonly number[] | undefined
  /** Names new turns, where turns name themselves and the one before them; absent where order alone tells. */
  rechain?(draft: Draft): void
  /** Reads one element of the list of turns; what cannot be read is noted and passes through. */
  readTurn(raw: unknown, index: number, root: Place, unreadable: Unreadable[]): Turn
  /** How pairs are found where ids may be left out; absent where they never are. */
  readonly pairByCount?: PairByCount
  /** The instructions and tools that a model reads before the turns; absent where no reasoning is bound to them. */
  headOf?(document: unknown): unknown
  /** A turn, or what stands before the turns, without cache marks; absent where there are no such marks. */
  withoutMarks?(value: unknown): unknown
  /** Keeps the cache marks of parts that go; absent where there are no such marks. */
  readonly keepMarks?: KeepMarks
  /** Sees to what one turn says of another, once they are read. */
  settle?(turns: readonly Turn[]): void
  /** Whether the model spoke this turn: where a stretch begins that can be read by itself; undefined if unclear. */
  isModelTurn(raw: unknown): boolean | undefined
  /** Whether a turn holds something besides what is read of it, which must not go with an empty turn. */
  holdsMore(raw: unknown): boolean
  /** Tells what a textbook turn holds; absent: every document is read in full. */
  readonly plain?: PlainTurn
  /** Turns are sent or not by what other turns say: a suspicious document is read as a whole. */
  readonly isWhole?: boolean
  /** The list of turns as the document holds it, or undefined where it has none. */
  turnsOf(document: unknown): readonly unknown[] | undefined
  /** The facts of the body, without the turns; `before`: those of a list that has only grown since. */
  factsOf(document: unknown, before?: Before): Facts
  /** A text as a part of a list. */
  renderText(text: string, speaker: Speaker): unknown
  /** A result in its own right: a part of a list, or a whole turn where results are turns; else the call that holds it. */
  renderResult(call: Call, text: string): unknown
  /** The same for what a tool really gave; absent where nobody runs tools while it is written. */
  renderOutput?(call: Call, output: Output): unknown
  /** A turn of rendered parts; `text` alone may be written shorter. `beside`: the turn that it is put beside. */
  renderTurn(
    speaker: Speaker,
    content: { readonly text: string } | { readonly parts: readonly unknown[] },
    beside?: unknown,
  ): unknown
  /** The content of a result or a call, as pieces that a user turn can take. */
  unpack(part: Result | Call): readonly Piece[]
}

/** The place of a turn, or of a part of it. */
export function placeOf(format: Format, root: Place, turn: Turn, part?: Part): Place {
  if (part === undefined || turn.shape === 'self') return placeIn(root, turn.index)
  const list = format.lists[part.list]
  const path = list === undefined ? [part.list] : list.path
  // A text turn is one string: its part has no position of its own.
  return part.index < 0 ? placeIn(root, turn.index, ...path) : placeIn(root, turn.index, ...path, part.index)
}

/** An API: its rulebook, and the format that it speaks. */
export interface Api {
  readonly rulebook: Rulebook
  readonly format: Format
}
