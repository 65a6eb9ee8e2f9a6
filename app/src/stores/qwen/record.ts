import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'

const turnTypes: ReadonlySet<unknown> = new Set(['user', 'assistant', 'tool_result'])

/** Records with a message that is never sent: it was spoken elsewhere, or no call of the model led to it. */
const unsent: ReadonlySet<unknown> = new Set(['realtime_message', 'code_mode_tool_result'])

/** The message in a record that is sent. */
export function messageIn({
  uuid,
  type,
  subtype,
  message,
}: JsonObject): { readonly message: unknown; readonly path: readonly string[] } | undefined {
  const isTurn = turnTypes.has(type) && !unsent.has(subtype) && nonEmpty(uuid) !== undefined
  return isTurn && isObject(message) && Array.isArray(message.parts)
    ? { message, path: ['message'] }
    : undefined
}

/** How surely records are Qwen Code's: its messages have a role and parts, and hang on each other. */
export function recognises(values: readonly JsonObject[]): number {
  if (values.some((value) => isLinked(value) && turnTypes.has(value.type) && isContent(value.message)))
    return 1
  return values.some((value) => isLinked(value) && isNote(value)) ? 0.9 : 0
}

function isLinked({ uuid, parentUuid, sessionId }: JsonObject): boolean {
  return nonEmpty(uuid) !== undefined && nonEmpty(sessionId) !== undefined && parentUuid !== undefined
}

function isNote({ type, subtype, systemPayload }: JsonObject): boolean {
  return type === 'system' && nonEmpty(subtype) !== undefined && isObject(systemPayload)
}

function isContent(message: unknown): boolean {
  return isObject(message) && Array.isArray(message.parts)
}

/** Whether a record belongs to a subagent. */
export function isAside({ isSidechain }: JsonObject): boolean {
  return isSidechain === true
}

/** Records that the conversation does not go on from. */
const notes: ReadonlySet<unknown> = new Set([
  'session_artifact_event',
  'session_artifact_snapshot',
  'session_sources_snapshot',
  'managed_session_header_v1',
  'managed_session_event_v1',
  'managed_session_commit_v1',
])

/** Whether a record stands beside the conversation: the next one does not follow it. */
export function isBeside({ uuid, type, subtype }: JsonObject): boolean {
  return nonEmpty(uuid) === undefined || (type === 'system' && notes.has(subtype))
}

/** Whether a record stands for all before it. */
export function isCompression({ type, subtype, systemPayload }: JsonObject): boolean {
  return (
    type === 'system' &&
    subtype === 'chat_compression' &&
    isObject(systemPayload) &&
    'compressedHistory' in systemPayload
  )
}
