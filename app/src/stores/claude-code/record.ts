import type { Store, Told } from '../contract/store.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'

/** Whether a record was spoken, rather than being a link in the chain or a note beside it. */
export function isSpoken({ type, message, uuid }: JsonObject): boolean {
  const isNamed = (type === 'user' || type === 'assistant') && nonEmpty(uuid) !== undefined
  return isNamed && isObject(message) && message.role === type
}

/** Whether a record is a turn that is sent: an error of the API is shown, but never sent back. */
export function isTurn(record: JsonObject): boolean {
  return isSpoken(record) && record.isApiErrorMessage !== true
}

/** Whether a record belongs to a subagent that writes into the file of its master. */
export function isAside({ isSidechain }: JsonObject): boolean {
  return isSidechain === true
}

/** Whether what came before a record is no longer sent. */
export function isBoundary({ type, subtype }: JsonObject): boolean {
  return type === 'system' && subtype === 'compact_boundary'
}

/** The name of the answer that a record holds a piece of. */
export function answerOf({ type, message }: JsonObject): string | undefined {
  return type === 'assistant' && isObject(message) ? nonEmpty(message.id) : undefined
}

/** The ids of the calls in a record. */
export function callsIn(record: JsonObject): string[] {
  return idsIn(record, 'tool_use', 'id')
}

/** The ids of the calls that a record answers. */
export function resultsIn(record: JsonObject): string[] {
  return idsIn(record, 'tool_result', 'tool_use_id')
}

function idsIn({ message }: JsonObject, type: string, member: string): string[] {
  const content = isObject(message) ? message.content : undefined
  const ids: string[] = []
  if (!Array.isArray(content)) return ids
  for (const block of content as readonly unknown[]) {
    const id = isObject(block) && block.type === type ? nonEmpty(block[member]) : undefined
    if (id !== undefined) ids.push(id)
  }
  return ids
}

/** Whether the user says something in a record, rather than a tool, whose result may have become words since. */
export function isSpeech(record: JsonObject): boolean {
  if (record.type !== 'user' || record.sourceToolAssistantUUID !== undefined) return false
  return isTurn(record) && resultsIn(record).length === 0
}

/** A progress record names its call and the words of a subagent meanwhile; one of a request repeats a message of it. */
export function tells(record: JsonObject): Told | undefined {
  const { type, toolUseID, parentToolUseID, data } = record
  if (type === 'api-request-blob') return { calls: [], message: record.message }
  if (type !== 'progress') return undefined
  const message = memberAt(data, ['message', 'message'])
  const calls = [toolUseID, parentToolUseID].flatMap((id) => nonEmpty(id) ?? [])
  return isObject(message) ? { calls, message } : { calls }
}

/** The summary in a record that begins a compacted conversation, and where it stands in it. */
export function summaryIn({
  isCompactSummary,
  message,
}: JsonObject): { readonly text: string; readonly path: readonly string[] } | undefined {
  const text = memberAt(message, ['content'])
  if (isCompactSummary !== true || typeof text !== 'string') return undefined
  return { text, path: ['message', 'content'] }
}

/** A tool that told of its progress has started; a hook may run before it. */
export const progressIn: NonNullable<Store['progressIn']> = (record) => {
  const kind = memberAt(record.data, ['type'])
  if (record.type !== 'progress' || typeof kind !== 'string' || kind === 'hook_progress') return []
  return (tells(record)?.calls ?? []).map((call) => [call, 'started'])
}
