import { isObject } from '../model/json.ts'
import type { Place } from '../model/place.ts'
import type { Speaker } from '../model/transcript.ts'

/** The speakers by role, in formats whose turns are messages with a role. */
export const speakers: ReadonlyMap<unknown, Speaker> = new Map<unknown, Speaker>([
  ['user', 'user'],
  ['assistant', 'model'],
  ['system', 'system'],
  ['developer', 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
])

const modelNames = /^(?:assistant|model|ai|bot|chatbot|gpt|claude)$/i

/** The most likely speaker under a role that the format has no word for. */
export function likelySpeaker(role: string, hasCalls: boolean): Speaker {
  return hasCalls || modelNames.test(role) ? 'model' : 'user'
}

/** The list of messages: the document itself, or its member. */
export function messagesOf(document: unknown): readonly unknown[] | undefined {
  if (Array.isArray(document)) return document
  return isObject(document) && Array.isArray(document.messages) ? document.messages : undefined
}

/** Whether a body has a list of messages, and nothing in it. */
export function isTurnless(document: unknown): boolean {
  return isObject(document) && messagesOf(document)?.length === 0
}

/** The place of the list of messages. */
export function messagesRoot(document: unknown): Place {
  return Array.isArray(document) ? [] : ['messages']
}

/** Whether a message is the model's; undefined where its role does not tell. */
export function isModelMessage(raw: unknown): boolean | undefined {
  const message = raw as { readonly role?: unknown; readonly tool_call_id?: unknown } | null | undefined
  if (message?.role === 'assistant') return true
  if (message?.role === 'user') return false
  return message?.role === 'tool' && message.tool_call_id !== undefined ? false : undefined
}

/** Whether something could be a message at all. */
export function isMessage(value: unknown): boolean {
  return isObject(value) && (value.role !== undefined || value.content !== undefined)
}

/** The role as the document writes it. */
export function roleOf(raw: unknown): string {
  return isObject(raw) && typeof raw.role === 'string' ? raw.role : 'none'
}

// Members that say nothing by themselves.
const labels: ReadonlySet<string> = new Set([
  'role',
  'content',
  'name',
  'id',
  'type',
  'object',
  'created',
  'timestamp',
  'cache_control',
  'prefix',
  'weight',
])

/** Whether a message holds something besides its role and content that nobody has read. */
export function holdsMore(raw: unknown, read: readonly string[]): boolean {
  if (!isObject(raw)) return false
  return Object.entries(raw).some(
    ([key, value]) => !labels.has(key) && !read.includes(key) && isSomething(value),
  )
}

function isSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
