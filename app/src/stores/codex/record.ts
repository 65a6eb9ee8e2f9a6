import type { Store, Told } from '../contract/store.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'

const types: ReadonlySet<unknown> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'world_state',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
  'token_usage_record',
  'security_risk_score',
  'realtime_item',
])

/** How surely records are lines of a rollout: each has a time, a type and a payload. */
export function recognises(values: readonly JsonObject[]): number {
  return values.some(isOwn) ? 1 : 0
}

/** Whether a record is a line of a rollout. */
export function isOwn({ timestamp, type, payload }: JsonObject): boolean {
  return typeof timestamp === 'string' && types.has(type) && isObject(payload)
}

export function isHeader({ type, payload }: JsonObject): boolean {
  return type === 'session_meta' && isObject(payload)
}

/** The item in a record that the model is sent; snapshots of the work tree are left out by Codex itself. */
export function messageIn({
  type,
  payload,
}: JsonObject): { readonly message: unknown; readonly path: readonly string[] } | undefined {
  // Codex reads items by their type, and skips a line with an item that has none.
  const kind = type === 'response_item' ? memberAt(payload, ['type']) : undefined
  const isItem = typeof kind === 'string' && kind !== 'ghost_snapshot'
  return isItem ? { message: payload, path: ['payload'] } : undefined
}

/** The payload of an event of this type. */
export function eventIn({ type, payload }: JsonObject, wanted: string): JsonObject | undefined {
  return type === 'event_msg' && isObject(payload) && payload.type === wanted ? payload : undefined
}

/** The calls that an event is about: it shows what the tool did. */
export function tells({ type, payload }: JsonObject): Told | undefined {
  if (type !== 'event_msg') return undefined
  const ids = [memberAt(payload, ['call_id']), memberAt(payload, ['item', 'id'])]
  const calls = ids.flatMap((id) => nonEmpty(id) ?? [])
  return calls.length === 0 ? undefined : { calls }
}

/** The summary that older versions of Codex put in the place of all earlier items. */
export function summaryIn({
  type,
  payload,
}: JsonObject): { readonly text: string; readonly path: readonly string[] } | undefined {
  const text = type === 'compacted' ? nonEmpty(memberAt(payload, ['message'])) : undefined
  return text === undefined ? undefined : { text, path: ['payload', 'message'] }
}

/** A tool that an event tells of has started; one that an event asks about waits. */
export const progressIn: NonNullable<Store['progressIn']> = ({ type, payload }) => {
  const call = type === 'event_msg' ? nonEmpty(memberAt(payload, ['call_id'])) : undefined
  const name = String(memberAt(payload, ['type']))
  if (call === undefined) return []
  if (/_approval_request$/.test(name)) return [[call, 'waiting']]
  return /^(?:exec_command|mcp_tool_call|patch_apply)_(?:begin|end)$/.test(name) ? [[call, 'started']] : []
}
