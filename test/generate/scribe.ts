import type { Api, Model } from './api.ts'
import type { Turn } from './conversation.ts'
import type { Damage } from './draft.ts'
import { isObject, type Json, type JsonObject } from './json.ts'

/** The way from a call or a result to one of its members. */
export type Path = readonly [string, ...string[]]

/** A call or a result: its value, the list that holds it, and the turn that it stands in. */
export interface Part {
  readonly value: JsonObject
  readonly list: Json[]
  readonly turn: JsonObject
}

/** A member of an object. */
export interface Slot {
  readonly holder: JsonObject
  readonly key: string
}

/** The choices between forms that say the same. */
export interface Writing {
  readonly api: Api
  readonly model: Model
  readonly hasSystem: boolean
  /** A number from 0 to 15 for each turn, which picks between equal spellings. */
  readonly formOf: (index: number) => number
}

/** How sound conversations are written in one format, and where damages find a place in them. */
export interface Scribe {
  /** The member of a request that holds the list of turns. */
  readonly root: string
  /** A call id that is legal for the API; the style picks between the forms of its own and of others. */
  idOf(api: Api, style: number, name: string, number: number): string
  /** Writes a sound conversation as the list of turns, each call followed by its result. */
  write(turns: readonly Turn[], writing: Writing): Json[]
  /** The members of a request besides the turns. */
  body(writing: Writing): JsonObject

  readonly callId: Path
  readonly callArguments: Path
  readonly callName: Path
  readonly resultId: Path
  readonly resultContent: Path
  /** The member of a turn that holds what is said. */
  readonly content: string
  /** The calls of a turn, or the one that it is. */
  callsOf(turn: JsonObject, turns: Json[]): Part[]
  /** The results in a turn, or the one that it is. */
  resultsOf(turn: JsonObject, turns: Json[]): Part[]
  /** The places of what is said in a turn, results excepted. */
  textsOf(turn: JsonObject): Slot[]
  /** The list of a turn that texts can be put into. */
  wordsOf(turn: JsonObject): Json[] | undefined
  /** A text as a part of a list. */
  text(words: string): JsonObject
  /** A turn that says a text. */
  say(speaker: Turn['speaker'], words: string): JsonObject
  /** What a result holds that says a text. */
  said(words: string): Json
  /** Marks a result as failed, where the format has a mark for it. */
  fail(result: JsonObject): void
  /** A turn that holds a result and nothing else. */
  resultTurn(result: JsonObject): JsonObject
  /** A turn of the model that holds a result, where results can stand anywhere. */
  resultByModel?(result: JsonObject): JsonObject
  /** Gives a turn an empty list of calls, where calls have a list of their own. */
  emptyCalls?(turn: JsonObject): void
  /** Turns of the user that say nothing. */
  readonly emptyTurns: readonly JsonObject[]
  /** What a result without content may hold. */
  readonly emptyContents: readonly (Json | undefined)[]
  /** Roles that the format does not know. */
  readonly wrongRoles: readonly string[]

  /** Sees to what turns say of each other once all damages are done, as whoever writes them down would. */
  settle?(turns: Json[]): void

  /** Damages that only this format knows. */
  readonly own?: Readonly<Record<string, Damage>>
  /** Damages that the format has no place for. */
  readonly without: readonly string[]
  /** Damages that no API of the format refuses, so that they must be left alone. */
  readonly harmless: readonly string[]
}

/** Lists the objects in one list of a turn. */
export function partsOf(turn: JsonObject, list: Json | undefined): Part[] {
  if (!Array.isArray(list)) return []
  return list.filter(isObject).map((value) => ({ value, list, turn }))
}

/** Finds the member at the end of a path; undefined if something is missing on the way. */
export function slotOf(value: JsonObject | undefined, path: Path): Slot | undefined {
  const key = path.at(-1) ?? ''
  let holder: Json | undefined = value
  for (const step of path.slice(0, -1)) holder = isObject(holder) ? holder[step] : undefined
  return isObject(holder) ? { holder, key } : undefined
}

/** Reads the member at the end of a path. */
export function read(value: JsonObject | undefined, path: Path): Json | undefined {
  const slot = slotOf(value, path)
  return slot?.holder[slot.key]
}

/** Writes the member at the end of a path; undefined takes it away. */
export function write(value: JsonObject | undefined, path: Path, json: Json | undefined): void {
  const slot = slotOf(value, path)
  if (slot === undefined) return
  if (json === undefined) delete slot.holder[slot.key]
  else slot.holder[slot.key] = json
}
