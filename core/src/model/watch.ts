import type { Facts } from './facts.ts'
import type { Traits } from './glance.ts'
import type { RowLimit, RowWith } from './row.ts'
import type { Layout } from './rulebook.ts'
import type { ShapeName } from './shape-names.ts'
import type { Part } from './transcript.ts'

/** A turn that has all of some traits and none of others. */
export interface TraitSet {
  readonly all: Traits
  readonly none?: Traits
}

/** The form that an API wants ids or names to have. */
export interface TextForm {
  readonly pattern?: string | undefined
  readonly maximum?: number | undefined
}

/** The order in which a model's reasoning and calls have to come. */
export type LoopDemand =
  /** The tool loop that is open at the end starts with reasoning. */
  | 'reasoned'
  /** Each turn of the model has reasoning, from one turn of the user to the next, if one of them calls. */
  | 'every-round'
  /** The first call of each step since the user last spoke is signed. */
  | 'signed'
  /** A call with a name of its own follows reasoning. */
  | 'item-reasoned'
  /** Reasoning with a name of its own is followed by what it led to. */
  | 'followed'

/** Takes the parts of odd turns one by one; false where one may be a fault together with those before. */
export type Tally = (part: Part) => boolean

/**
 * The parts of a conversation by which a rule may find a fault; where none of them is there, it finds none.
 *
 * A watch may name too much, never too little: a law compares it with a full read.
 */
export interface Watch {
  /** Whether the body alone may have the fault. */
  readonly body?: (facts: Facts) => boolean
  /** The rule is asked about each odd turn by itself, and about each plain one that fits one of these. */
  readonly turns?: readonly TraitSet[]
  /** Instead of the rule, this is asked about each part of those turns. */
  readonly isSuspect?: (part: Part) => boolean
  /** Neighbours that may not be: a turn with one of the first traits, and after it one that fits the second. */
  readonly neighbours?: readonly (readonly [before: Traits, turn: TraitSet])[]
  /** The conversation may not start on such a turn. */
  readonly start?: TraitSet
  /** A closed request may not end on such a turn. */
  readonly ends?: readonly TraitSet[]
  /** User and model alternate, calls and results apart; `start`: the user speaks first. */
  readonly speech?: 'alternates' | 'start'
  /** The ids of calls: their form, and whether one may come again. */
  readonly ids?: TextForm & { readonly isUnique?: boolean }
  /** The names of called tools: their form, or that the request has to declare them. */
  readonly names?: TextForm & { readonly isDeclared?: boolean }
  /** The provider's own names of items: their form by the kind of item, and whether one may come again. */
  readonly items?: TextForm & {
    readonly prefixes?: Readonly<Record<string, string>> | undefined
    readonly isUnique?: boolean
  }
  /** The number of cache marks that a request may have. */
  readonly marks?: number
  /** Makes a tally for a conversation, where parts far from each other may be a fault together. */
  readonly tally?: (() => Tally) | undefined
  /** The halves of tools that the provider runs. */
  readonly hosted?: true
  readonly loop?: LoopDemand
  /** Its fault may concern turns far away: where the watch applies, a suspicious document is read as a whole. */
  readonly isWide?: true
  /** Traits that cost something to see. */
  readonly wanted?: Traits
  /** The rule finds nothing where this does not hold. */
  readonly applies?: (facts: Facts) => boolean
}

/** The demand of an API, told to a rule that says what it looks at. */
export interface Demand<Read extends RowLimit = never> {
  readonly row: RowWith<Read>
  readonly layout: Layout
  /** Whether the format has a shape by this name, so that a turn or part may lack it. */
  hasShape(name: ShapeName): boolean
  /** Whether the format's glance looks for all of these members, by speaker or kind of part. */
  looksFor(members: Readonly<Record<string, readonly string[]>>): boolean
}
