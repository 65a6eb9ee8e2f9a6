import type { Turn } from './conversation.ts'
import { isObject, type Json, type JsonObject } from './json.ts'
import { type Part, read, type Scribe, type Slot } from './scribe.ts'

export type { Part } from './scribe.ts'

/** A document under damage; its turns are changed in place. */
export interface Draft {
  readonly scribe: Scribe
  readonly turns: Json[]
  /** The request around the turns; absent where the document is the bare list. */
  readonly body: JsonObject | undefined
  /** Makes a new marked text. */
  readonly words: () => string
}

/** Changes a draft for the worse; the numbers say where and which variety, and without a place it does nothing. */
export type Damage = (draft: Draft, a: number, b: number, c: number) => void

/** Lists the turns that are objects. */
export function objectsOf(draft: Draft): JsonObject[] {
  return draft.turns.filter(isObject)
}

/** Lists the calls in document order. */
export function callsOf(draft: Draft): Part[] {
  return objectsOf(draft).flatMap((turn) => draft.scribe.callsOf(turn, draft.turns))
}

/** Lists the results in document order. */
export function resultsOf(draft: Draft): Part[] {
  return objectsOf(draft).flatMap((turn) => draft.scribe.resultsOf(turn, draft.turns))
}

/** Lists the results that bear the id of a call. */
export function answersTo(draft: Draft, { value }: Part): Part[] {
  const id = callIdOf(draft, value)
  return resultsOf(draft).filter((result) => resultIdOf(draft, result.value) === id)
}

/** Reads the id of a call. */
export function callIdOf({ scribe }: Draft, call: JsonObject | undefined): Json | undefined {
  return read(call, scribe.callId)
}

/** Reads the id that a result bears. */
export function resultIdOf({ scribe }: Draft, result: JsonObject | undefined): Json | undefined {
  return read(result, scribe.resultId)
}

/** Lists the places of texts, those inside results excepted. */
export function textsOf(draft: Draft): Slot[] {
  return objectsOf(draft).flatMap((turn) => draft.scribe.textsOf(turn))
}

/** Tells where the turn of a part stands. */
export function indexOf(draft: Draft, { turn }: Part): number {
  return draft.turns.indexOf(turn)
}

/** Tells whether a part is a turn of its own. */
export function isTurn(draft: Draft, { list }: Part): boolean {
  return list === draft.turns
}

/** Tells whether texts can stand beside a part. */
export function isAmongWords({ scribe }: Draft, { turn, list }: Part): boolean {
  return scribe.wordsOf(turn) === list
}

/** Takes a part out, and what held it too if nothing is left in it. */
export function remove(draft: Draft, { value, list, turn }: Part): void {
  list.splice(list.indexOf(value), 1)
  if (list.length > 0 || list === draft.turns) return
  const hasWords = draft.scribe.textsOf(turn).some(({ holder, key }) => holder[key] !== '')
  if (hasWords) delete turn[keyOf(turn, list)]
  else draft.turns.splice(draft.turns.indexOf(turn), 1)
}

/** Names the member of a turn that holds a list. */
export function keyOf(turn: JsonObject, list: Json[]): string {
  return Object.keys(turn).find((key) => turn[key] === list) ?? ''
}

/** Puts a result in a turn of its own before the turn at an index. */
export function placeResult(draft: Draft, index: number, result: JsonObject): void {
  draft.turns.splice(Math.max(0, index), 0, draft.scribe.resultTurn(result))
}

/** Puts a new text in a turn of its own before the turn at an index. */
export function placeText(draft: Draft, index: number, speaker: Turn['speaker']): void {
  draft.turns.splice(index, 0, draft.scribe.say(speaker, draft.words()))
}
