import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'

/** The message in a record; notes of the program are messages too, and never sent. */
export function messageIn(
  value: JsonObject,
): { readonly message: unknown; readonly path: readonly string[] } | undefined {
  const { id, type } = value
  const isMessage = nonEmpty(id) !== undefined && (type === 'user' || type === 'gemini')
  return isMessage ? { message: value, path: [] } : undefined
}

/** Whether a message is sent: commands, and what the program itself puts before the first words, are not. */
export function isSent({ type, content }: JsonObject): boolean {
  if (type === 'gemini') return true
  const parts = Array.isArray(content) ? content : [content]
  if (parts.some((part) => isObject(part) && !('text' in part))) return true
  const words = parts
    .map((part) => (typeof part === 'string' ? part : String(memberAt(part, ['text']) ?? '')))
    .join('')
  return !/^(?:$|\/|\?|<session_context>|<hook_context>)/.test(words.trim())
}

/** Whether a record says what the session is; Gemini CLI loads no log without it. */
export function isHeader({ id, sessionId, projectHash }: JsonObject): boolean {
  return id === undefined && nonEmpty(sessionId) !== undefined && nonEmpty(projectHash) !== undefined
}

/** How surely records are lines of Gemini CLI's log. */
export function recognises(values: readonly JsonObject[]): number {
  return values.some(isOwn) ? 1 : 0
}

function isOwn(value: JsonObject): boolean {
  const { type, id, timestamp, content } = value
  if (isHeader(value)) return nonEmpty(value.startTime) !== undefined
  if (nonEmpty(id) === undefined || nonEmpty(timestamp) === undefined || content === undefined) return false
  return type === 'gemini' || (type === 'user' && !('message' in value))
}
