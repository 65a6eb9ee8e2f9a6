import type { Image } from './image.ts'
import type { JsonObject } from './json.ts'
import type { Speaker } from './transcript.ts'

/** How an API wants the content of a plain turn to be written. */
export interface Wants {
  /** Arguments are an object, where the format could also write JSON in a string. */
  readonly objectArguments: boolean
  /** A call has words, be they empty, beside it. */
  readonly contentBesideCalls: boolean
  /** In a turn, reasoning stands before all else. */
  readonly reasoningFirst: boolean
  readonly wordsApartFromCalls: boolean
  readonly wordsApartFromResults: boolean
  /** The speakers whose content is one string. */
  readonly oneText: ReadonlySet<Speaker>
  readonly mediaInResults: boolean
  readonly media: boolean
}

/**
 * A conversation as its format tells it, turn by turn, to find out whether it is plain.
 *
 * Each function returns false if the API may mind what it is told; then the turn is not plain.
 */
export interface Talk {
  readonly wants: Wants
  /** The turn is a note that is not sent. */
  pass(): boolean
  /** The turn is of this speaker; `role`: the word that the document uses. */
  begin(speaker: Speaker, role?: unknown): boolean
  /** Words that are said: well-formed Unicode, and more than white space. */
  say(text: unknown): boolean
  /** Something passes as it is: well-formed Unicode. */
  hold(value: unknown): boolean
  /** An image or a file is shown; `image`, if its size counts. */
  show(image?: Image): boolean
  think(isSigned: boolean): boolean
  /** A call; `tool`: the kind of tool, if it is no function. */
  call(id: unknown, name: unknown, tool?: string, isSigned?: boolean): boolean
  /** A result; `name`: the tool's, if the document names it. */
  answer(id: unknown, name: unknown, tool?: string): boolean
  /** A tool is named for the model to use. */
  refer(name: unknown): boolean
  /** A cache mark, if there is one. */
  mark(mark: unknown): boolean
  /** The turn is an item of this kind; `name`: the one by which the provider knows it. */
  item(kind: string, name: unknown): boolean
  /** Whether a turn of this speaker, or a part of this kind, may have a member. */
  mayHold(holder: Speaker | 'text' | 'call' | 'result', member: string): boolean
}

/** Tells a turn to a talk; false if it is not a textbook turn. `before`: the last turn that was no note. */
export type PlainTurn = (turn: unknown, talk: Talk, before: unknown) => boolean

/** Whether an object has no members but these. */
export function holdsOnly(object: JsonObject, known: readonly string[]): boolean {
  for (const key in object) if (!isAmong(known, key)) return false
  return true
}

/** Whether a list holds a name; for a handful of names a loop costs a third of what a set does. */
export function isAmong(known: readonly unknown[], name: string): boolean {
  for (let index = 0; index < known.length; index++) if (known[index] === name) return true
  return false
}

/** Whether a text is well-formed Unicode and holds more than white space. */
export function isWorded(text: unknown): text is string {
  return typeof text === 'string' && hasWords(text) && text.isWellFormed()
}

function hasWords(text: string): boolean {
  const first = text.length > 0 ? text.charCodeAt(0) : 32
  // Most texts start with a letter; only if one does not, all of it is looked at.
  return (first > 32 && first < 127) || text.trim() !== ''
}
