import { isObject, type JsonObject } from '../../model/json.ts'

/** A message of LangChain, as far as a guard knows it: an instance with a type, or the plain form of one. */
export type Message = JsonObject

/** A message as chat APIs have it, and where it came from. */
export type Viewed = JsonObject

/** The roles that the types stand for. */
const roles: Readonly<Record<string, string>> = {
  human: 'user',
  user: 'user',
  ai: 'assistant',
  assistant: 'assistant',
  tool: 'tool',
  system: 'system',
  developer: 'system',
}

/**
 * The messages as a chat API would be sent them, as far as pairing goes.
 *
 * `origin` is a member that no API knows: it stays with what it names wherever that goes.
 */
export function viewOf(messages: readonly unknown[]): readonly unknown[] {
  return messages.map((message, origin) => (isObject(message) ? viewed(message, origin) : message))
}

function viewed(message: Message, origin: number): Viewed {
  const { type, content, tool_calls: calls, tool_call_id, name } = message
  const role = roleOf(type ?? message.role)
  if (role === 'tool') return { role, tool_call_id, name, content, origin }
  if (role !== 'assistant' || !Array.isArray(calls) || calls.length === 0) return { role, content, origin }
  return { role, content, tool_calls: calls.map(viewedCall), origin }
}

function roleOf(named: unknown): string {
  const isKnown = typeof named === 'string' && Object.hasOwn(roles, named)
  return isKnown ? (roles[named] ?? 'system') : 'system'
}

function viewedCall(call: unknown, origin: number): unknown {
  if (!isObject(call)) return call
  // Arguments play no part in pairing.
  return { id: call.id, type: 'function', function: { name: call.name, arguments: '{}' }, origin }
}
