import type { Sign } from '../../model/format.ts'
import { isObject, type JsonObject } from '../../model/json.ts'

/** Members of a message that no other format has. */
const ownMembers = ['tool_calls', 'tool_call_id', 'function_call', 'reasoning_content', 'refusal'] as const

const ownTypes: ReadonlySet<unknown> = new Set(['image_url', 'input_audio', 'refusal'])

/** The sign of this format that a message shows: its calls are a list beside the content. */
export function signOf(turn: unknown): Sign {
  if (!isObject(turn)) return undefined
  const { role, tool_calls: calls, content } = turn
  if (role === 'assistant' && Array.isArray(calls) && calls.some(isCall)) return 'sure'
  if (role === 'developer' || role === 'function') return 'some'
  if (ownMembers.some((name) => turn[name] !== undefined)) return 'some'
  const isOwn = Array.isArray(content) && content.some((part) => isObject(part) && ownTypes.has(part.type))
  return isOwn ? 'some' : undefined
}

function isCall(call: unknown): boolean {
  return isObject(call) && (isObject(call.function) || isObject(call.custom))
}

/** The definition of a tool stands in an object named after its kind. */
export function hasOwnMembers({ tools }: JsonObject): boolean {
  return Array.isArray(tools) && tools.some((tool) => isObject(tool) && isObject(tool.function))
}
