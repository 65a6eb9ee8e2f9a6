import type { FactName } from './fact-names.ts'
import type { Image } from './image.ts'
import type { Place } from './place.ts'
import type { ToolChange } from './tool-change.ts'

/** The speaker of a turn. `unknown` is a role that the format has no word for. */
export type Speaker = 'user' | 'model' | 'tool' | 'system' | 'unknown'

/**
 * How a turn holds its content.
 *
 * `list`: parts in an array · `text`: one string · `self`: the turn *is* its one part ·
 * `none`: no content at all · `unreadable`: content of a type that the format does not know.
 */
export type Shape = 'list' | 'text' | 'self' | 'none' | 'unreadable'

/** The members of every part. `list` names the array of its turn that holds it, `index` its position; `group`: its tool's. */
interface Held {
  readonly group?: string | undefined
  readonly list: string
  readonly index: number
  readonly raw: unknown
  /** The cache mark, as the document writes it: it asks the provider to remember the conversation up to here. */
  readonly mark?: unknown
  /** The facts that the draft changed, with their new values; undefined takes a fact away. */
  changed?: Map<FactName, unknown>
  /** A last change of its value, made once all facts are written. */
  finish?: (value: unknown) => unknown
  /** The rule that last touched this part, for the plan's reasons. */
  why?: string
}

export interface Text extends Held {
  readonly kind: 'text'
  text: string
}

export interface Media extends Held {
  readonly kind: 'media'
  /** The image that it is; absent where the format does not look. */
  readonly images?: readonly Image[] | undefined
  /** Of which kind it is, where an API tells them apart, and `stored` where it lies elsewhere: `video`, `stored`. */
  readonly kinds?: readonly string[] | undefined
  /** A document, as opposed to something to look at or listen to. */
  readonly isDocument?: boolean
  /** The name of the document that it is, in a list; absent where the format does not look. */
  readonly documents?: readonly string[] | undefined
}

/** The model's private words. Opaque: it stays exactly as it is or goes whole. */
interface Reasoning extends Held {
  readonly kind: 'reasoning'
  readonly sealed: boolean
  readonly signed: boolean
  /** A router keeps it for the model behind it: an API that asks for reasoning means another place. */
  readonly isRouted?: boolean
}

/** The form of a call's arguments: `object` is usable as it is. */
export type ArgumentsForm = 'object' | 'json-text' | 'broken-text' | 'other' | 'absent' | 'name-alone'

export interface Call extends Held {
  readonly kind: 'call'
  id: string | undefined
  /** Another name of the call, which a result may have mistaken for its id. */
  readonly alias?: string | undefined
  name: string | undefined
  /** The arguments as the document gives them. */
  readonly arguments: unknown
  form: ArgumentsForm
  /** Function, custom and other kinds of tool; a result of another kind does not answer it. */
  readonly tool: string
  /** Another kind of tool whose results answer it too. */
  readonly alsoTool?: string | undefined
  /** The API's own word for this kind of tool, where it has another one. */
  readonly label?: string | undefined
  readonly signed: boolean
  /** Answered elsewhere or awaiting an approval: never open. */
  excused: boolean
  /** How far its tool came, where the document tells: it waited for an approval, never started, or started. */
  progress?: 'waiting' | 'not-started' | 'started' | undefined
  /** Its result is written into the call itself, not beside it. */
  readonly isInline?: boolean
}

export interface Result extends Held {
  readonly kind: 'result'
  id: string | undefined
  /** An id that stands where this API does not look for it. */
  readonly alias?: string | undefined
  name: string | undefined
  readonly tool: string
  /** The tools that it names for the model to use. */
  readonly references?: readonly string[]
  /** The content of the result, as the document gives it. */
  readonly content: unknown
  readonly isError: boolean
  readonly isEmpty: boolean
  /** No content at all (`null` or absent), as opposed to empty content. */
  readonly isNull: boolean
  readonly hasMedia: boolean
  /** The kinds of media in it, where an API tells them apart: `image`, `audio`, `file`, `document`, `video`. */
  readonly mediaKinds?: readonly string[] | undefined
  /** The images in it; absent where it has none, or the format does not look. */
  readonly images?: readonly Image[] | undefined
  /** The names of the documents in it; absent where the format does not look. */
  readonly documents?: readonly string[] | undefined
  /** Written by a repairer in place of a result that was never recorded. */
  readonly isSynthetic: boolean
  /** The call that a made result answers, and what it says. */
  readonly answers?: { readonly call: Call; readonly text: string }
}

/** One half of a tool that the provider runs itself, inside the model's turn. */
export interface Hosted extends Held {
  readonly kind: 'hosted'
  readonly half: 'call' | 'result'
  /** The provider only passes it on to a server that the caller named; ids there are of any form. */
  readonly isRelayed?: boolean
  readonly id: string | undefined
  readonly name?: string | undefined
  /** The tools that it names for the model to use. */
  readonly references?: readonly string[]
}

/** Anything else; passes untouched. */
interface Other extends Held {
  readonly kind: 'other'
  /** False where the API could not read it either, e.g. a number among content blocks. */
  readonly isReadable: boolean
  /** Stands for an item that the provider keeps. */
  readonly isReference?: boolean
  /** The id of the call of its turn that it is about, and goes with. */
  readonly about?: string
  /** Says nothing by itself: a mark that stands between parts instead of on one. */
  readonly isSilent?: boolean
  /** Gives the model a tool from here on, or takes one away. */
  readonly toolChange?: ToolChange
  /** Stands for all that came before it: the model may go on right after it. */
  readonly isSummary?: boolean
  /** Of a kind that is not known here: nothing beside it is judged by its place. */
  readonly isStrange?: boolean
  /** The ids that something of an unknown kind names: it may be a call, or a result. */
  readonly ids?: readonly string[] | undefined
  /** The tools that it gives to the model. */
  readonly offers?: readonly string[] | undefined
  /** The names of the tool that the provider ran here; call and result are one. */
  readonly ran?: readonly string[] | undefined
}

export type Part = Text | Media | Reasoning | Call | Result | Hosted | Other

export interface Turn {
  speaker: Speaker
  /** The role as the document writes it. */
  readonly role: string
  /** The most likely speaker, where the role cannot be right. */
  readonly likely?: Speaker
  shape: Shape
  parts: Part[]
  /** Position in the document's list of turns; -1 for a turn that the draft made. */
  readonly index: number
  raw: unknown
  /** The turn as the document has it, where it was given another shape. */
  origin?: unknown
  /** The name that the provider gave to this item, where turns have one. */
  itemId?: string | undefined
  /** The answer of the model that this is a piece of, where one is written as several turns. */
  readonly answer?: string
  /** Another API wrote it, and this one writes several turns in its place. */
  readonly isFolded?: true
  /** The turn as it reads if another API wrote it, where that cannot be told by itself. */
  foreign?: Turn | undefined
  /** The model's reasoning stands in a member of the turn that is none of its parts. */
  hasReasoning?: boolean | undefined
  /** Says nothing, and only sets how the model works from here on. */
  readonly isSetting?: boolean
  /** An array for calls that is there but empty. */
  vacant: boolean
  /** The caller asked the model to go on from this turn. */
  readonly isPrefix: boolean
  /** A record says that this turn was aborted, failed or cut while streaming. */
  readonly isAborted: boolean
  /** For a turn that is new or moves: the position in the document of the turn it was put beside. */
  near?: number | undefined
  /** Somebody else's turn stood before it and went. */
  isApart?: boolean
  /** The turn right after it was removed, and not as a repetition. */
  isBereft?: boolean
  /** The parts as the document has them; set when the draft first changes the list. */
  was?: readonly Part[]
  changed?: Map<FactName, unknown>
  /** Of a turn that the draft made: the facts by which turns name each other. */
  chained?: ReadonlyMap<FactName, unknown>
  why?: string
}

/** A part of the document that could not be read, and why. */
export interface Unreadable {
  readonly at: Place
  readonly wanted: string
}

/** A call that waits for its result, as `openCalls` returns it. */
export interface OpenCall {
  readonly id: string | undefined
  readonly name: string | undefined
  readonly at: Place
}

/** The speaker of a turn, as far as one can tell. */
export function speakerOf(turn: Turn): Speaker {
  return turn.likely ?? turn.speaker
}

/** Whether a turn holds a result. */
export function holdsResult(turn: Turn | undefined): boolean {
  return turn?.parts.some((part) => part.kind === 'result') === true
}

/** Whether a turn holds a call. */
export function holdsCall(turn: Turn | undefined): boolean {
  return turn?.parts.some((part) => part.kind === 'call') === true
}

/** Whether a result is of a kind that answers a call. */
export function isOfKind(result: Result, call: Call): boolean {
  return result.tool === call.tool || result.tool === call.alsoTool
}

/** Whether a part is said or shown to somebody. */
export function isSpoken({ kind }: Part): boolean {
  return kind === 'text' || kind === 'media'
}

/** Whether a part is only a mark between others: it neither leads nor follows anything. */
export function isSilent(part: Part): boolean {
  return part.kind === 'other' && part.isSilent === true
}

/** The cache mark that a part has, or will have. */
export function cacheMarkOf({ mark, changed }: Part): unknown {
  return changed?.has('mark') ? changed.get('mark') : mark
}

/** Whether a turn is the user's or the model's and neither calls nor answers; a user cannot call. */
export function speaks({ speaker, parts }: Turn): boolean {
  if (speaker === 'user') return !parts.some(({ kind }) => kind === 'result')
  return speaker === 'model' && !parts.some(({ kind }) => kind === 'call' || kind === 'result')
}
