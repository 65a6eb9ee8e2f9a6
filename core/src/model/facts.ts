import type { PlacedToolChange } from './tool-change.ts'
import type { Part, Turn } from './transcript.ts'

/** The facts besides the turns that a verdict depends on, read from the body as the API would read them. */
export interface Facts {
  readonly model: string | undefined
  readonly isThinking: boolean
  /** The model itself decides when to think: no turn has to start with reasoning. */
  readonly isAdaptive?: boolean
  /** The body asks for a summary of the conversation and for no answer: it may end on anyone. */
  readonly isSummarized?: boolean
  /** The conversation goes on from a state that the provider keeps. */
  readonly isContinued: boolean
  /** Whether the document is a whole request body and can take facts of its own. */
  readonly isBody: boolean
  /** Whether the body already has instructions of its own. */
  readonly hasInstructions: boolean
  /** The body's own instructions, where they are a list of parts. */
  readonly instructions?: readonly Part[] | undefined
  /** The body's own instructions hold half of a character. */
  readonly areInstructionsCut?: boolean
  /** The names of the tools that the body declares; absent where it declares none. */
  readonly tools?: ReadonlySet<string> | undefined
  /** Some of the tools that the body declares have no names that are known here. */
  readonly hasNamelessTools?: boolean
  /** The tools that the model is given, or that are taken from it, among the turns; absent where none are. */
  readonly toolChanges?: readonly PlacedToolChange[] | undefined
  /** The body has a list of turns, and nothing in it; what the provider keeps or adds to it counts as turns. */
  readonly isTurnless?: boolean
  /** The body has a list of tools, and nothing in it. */
  readonly isToolless?: boolean
  /** Tools that the body declares by one name: all of them the same, or not; absent where all names differ. */
  readonly repeatedTools?: 'same' | 'different' | undefined
  /** A tool that the body declares does not say what it takes. */
  readonly lacksParameters?: boolean
  /** The body makes the model call: any tool, or one that it names. */
  readonly forces?: 'any' | 'one' | undefined
  /** How many marks the body has outside its turns that ask the provider to remember. */
  readonly marks?: number
  /** Whether a user speaks at all, where the format can tell. */
  readonly hasUser?: boolean
  /** The provider keeps none of the items that it was sent or has made. */
  readonly isUnstored?: boolean
}

/** A conversation as the rules and the engine see it: who spoke, what was called, what was answered. */
export interface Transcript {
  readonly turns: readonly Turn[]
  readonly facts: Facts
}
