import type { Store, Told } from '../contract/store.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'

const turnTypes: ReadonlySet<unknown> = new Set([
  'user.message',
  'assistant.message',
  'tool.execution_complete',
])

/** The data of an event that is sent, with its type: a message, or a result. */
export function messageIn(
  value: JsonObject,
): { readonly message: unknown; readonly path: readonly string[] } | undefined {
  const { type, data } = value
  return turnTypes.has(type) && isObject(data) ? { message: { ...data, type }, path: ['data'] } : undefined
}

/** How surely records are events of Copilot CLI. */
export function recognises(values: readonly JsonObject[]): number {
  return values.some(isOwn) ? 1 : 0
}

function isOwn({ type, data, id, timestamp }: JsonObject): boolean {
  const isNamed = nonEmpty(id) !== undefined && nonEmpty(timestamp) !== undefined
  return (
    isNamed &&
    isObject(data) &&
    /^(?:session|user|assistant|tool|system|hook|subagent|permission)\.[a-z_]+$/.test(String(type))
  )
}

/** Whether a record opens the log: Copilot CLI refuses a log that begins with another one. */
export function isHeader({ type }: JsonObject): boolean {
  return type === 'session.start'
}

/** The subagent that an event is about, by its own id or that of the call that began it. */
export function agentOf({ agentId, data }: JsonObject): string | undefined {
  return nonEmpty(agentId) ?? nonEmpty(memberAt(data, ['parentToolCallId']))
}

/** The call that an event beside the conversation is about: that it began, was allowed, or moved on. */
export function tells({ type, data }: JsonObject): Told | undefined {
  if (turnTypes.has(type)) return undefined
  const call = nonEmpty(memberAt(data, ['toolCallId']))
  return call === undefined ? undefined : { calls: [call] }
}

/** How far a tool came: an approval that was asked for is open until it is given; what follows one is not noted by every version. */
export const progressIn: NonNullable<Store['progressIn']> = ({ type, data }) => {
  const asked = nonEmpty(memberAt(data, ['permissionRequest', 'toolCallId']))
  const call = asked ?? nonEmpty(memberAt(data, ['toolCallId']))
  if (call === undefined) return []
  if (type === 'permission.requested') return [[call, 'waiting']]
  if (type === 'tool.execution_start') return [[call, 'started']]
  if (type !== 'permission.completed') return []
  const isGiven = memberAt(data, ['result', 'kind']) === 'approved'
  return [[call, isGiven ? undefined : 'not-started']]
}
