import type { Format } from './api.ts'
import { isObject, type Json, type JsonObject } from './json.ts'

/** A document under damage; its messages are changed in place. */
export interface Draft {
  readonly format: Format
  readonly messages: Json[]
  /** Makes a new marked text. */
  readonly words: () => string
}

/** Changes a draft for the worse; the numbers say where and which variety, and without a place it does nothing. */
export type Damage = (draft: Draft, a: number, b: number, c: number) => void

/** A call or a result: its value, the list that holds it, and the message that it stands in. */
export interface Part {
  readonly value: JsonObject
  readonly list: Json[]
  readonly message: JsonObject
}

/** A member of an object that holds a text of the user or of the model. */
export interface TextPlace {
  readonly holder: JsonObject
  readonly key: 'content' | 'text'
}

/** Lists the messages that are objects. */
export function objectsOf(draft: Draft): JsonObject[] {
  return draft.messages.filter(isObject)
}

/** Lists the calls in document order. */
export function callsOf(draft: Draft): Part[] {
  if (draft.format === 'anthropic-messages') return blocksOf(draft, 'tool_use')
  return objectsOf(draft).flatMap((message) => partsOf(message, message.tool_calls))
}

/** Lists the results in document order. */
export function resultsOf(draft: Draft): Part[] {
  if (draft.format === 'anthropic-messages') return blocksOf(draft, 'tool_result')
  const messages = objectsOf(draft).filter(({ role }) => role === 'tool')
  return messages.map((message) => ({ value: message, list: draft.messages, message }))
}

/** Lists the results that bear the id of a call. */
export function answersTo(draft: Draft, call: Part): Part[] {
  return resultsOf(draft).filter(({ value }) => value[resultKey(draft)] === call.value.id)
}

/** Names the member in which a result bears the id of its call. */
export function resultKey(draft: Draft): 'tool_use_id' | 'tool_call_id' {
  return draft.format === 'anthropic-messages' ? 'tool_use_id' : 'tool_call_id'
}

/** Lists the places of texts, those inside results excepted. */
export function textsOf(draft: Draft): TextPlace[] {
  const spoken = objectsOf(draft).filter(({ role }) => role !== 'tool')
  return spoken.flatMap((message): TextPlace[] => {
    if (typeof message.content === 'string') return [{ holder: message, key: 'content' }]
    const parts = partsOf(message, message.content).filter(({ value }) => typeof value.text === 'string')
    return parts.map(({ value }) => ({ holder: value, key: 'text' }))
  })
}

/** Tells where the message of a part stands. */
export function indexOf(draft: Draft, { message }: Part): number {
  return draft.messages.indexOf(message)
}

/** Takes a part out, and its message too if nothing is left in it. */
export function remove(draft: Draft, { value, list, message }: Part): void {
  list.splice(list.indexOf(value), 1)
  if (list.length > 0 || list === draft.messages) return
  const hasWords =
    list === message.tool_calls && typeof message.content === 'string' && message.content !== ''
  if (hasWords) delete message.tool_calls
  else draft.messages.splice(draft.messages.indexOf(message), 1)
}

/** Puts a result in a message of its own before the message at an index. */
export function placeResult(draft: Draft, index: number, result: JsonObject): void {
  const isMessage = draft.format === 'openai-chat'
  draft.messages.splice(Math.max(0, index), 0, isMessage ? result : { role: 'user', content: [result] })
}

/** Puts a new text in a message of its own before the message at an index. */
export function placeText(draft: Draft, index: number, role: string): void {
  draft.messages.splice(index, 0, { role, content: draft.words() })
}

function blocksOf(draft: Draft, type: string): Part[] {
  const parts = objectsOf(draft).flatMap((message) => partsOf(message, message.content))
  return parts.filter(({ value }) => value.type === type)
}

function partsOf(message: JsonObject, list: Json | undefined): Part[] {
  if (!Array.isArray(list)) return []
  return list.filter(isObject).map((value) => ({ value, list, message }))
}
