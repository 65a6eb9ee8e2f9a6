import type { Sign } from '../../model/format.ts'
import { isObject, type JsonObject } from '../../model/json.ts'

const ownTypes: ReadonlySet<unknown> = new Set([
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
])

/** The sign of this format that a message shows: a call is a part, and a chat shows parts that have a type each. */
export function signOf(turn: unknown): Sign {
  if (!isObject(turn)) return undefined
  if (isShown(turn)) return turn.content === undefined ? 'sure' : 'some'
  if (Array.isArray(turn.toolInvocations)) return turn.toolInvocations.length > 0 ? 'sure' : 'some'
  if (!Array.isArray(turn.content)) return undefined
  if (turn.role === 'assistant' && turn.content.some(isCall)) return 'sure'
  return turn.content.some(isOwnPart) ? 'some' : undefined
}

/** Whether this is a message of a chat: parts with a type each, where other formats with parts have none. */
export function isShown(turn: unknown): boolean {
  if (!isObject(turn) || typeof turn.role !== 'string' || !Array.isArray(turn.parts)) return false
  return turn.parts.length > 0 && turn.parts.some((part) => isObject(part) && typeof part.type === 'string')
}

function isCall(part: unknown): boolean {
  return isObject(part) && part.type === 'tool-call' && typeof part.toolCallId === 'string'
}

function isOwnPart(part: unknown): boolean {
  if (!isObject(part)) return false
  return ownTypes.has(part.type) || isOwnReasoning(part) || isOwnFile(part)
}

/** Reasoning among other content is words here; elsewhere it has another name or stands by itself. */
function isOwnReasoning({ type, text }: JsonObject): boolean {
  return type === 'reasoning' && typeof text === 'string'
}

/** Images and files are named by their media type here, and by a source elsewhere. */
function isOwnFile({ type, mediaType, image, data }: JsonObject): boolean {
  if (type === 'image') return image !== undefined
  return type === 'file' && typeof mediaType === 'string' && data !== undefined
}
