import type { Sign } from '../../model/format.ts'
import { isObject, type JsonObject } from '../../model/json.ts'

/** Blocks that no other format has under these names. */
const ownTypes = /^(?:tool_use|tool_result|server_tool_use|mcp_tool_use|redacted_thinking|\w+_tool_result)$/

/** The sign of this format that a message shows: its calls are blocks of the content. */
export function signOf(turn: unknown): Sign {
  if (!isObject(turn) || !Array.isArray(turn.content)) return undefined
  let sign: Sign
  for (const block of turn.content) {
    if (!isObject(block)) continue
    if (turn.role === 'assistant' && block.type === 'tool_use' && typeof block.name === 'string')
      return 'sure'
    if (isOwn(block)) sign = 'some'
  }
  return sign
}

function isOwn({ type, source, thinking }: JsonObject): boolean {
  if (type === 'image' || type === 'document') return source !== undefined
  if (type === 'thinking') return typeof thinking === 'string'
  return typeof type === 'string' && ownTypes.test(type)
}

/** The schema of a tool stands under a name of its own. */
export function hasOwnMembers({ anthropic_version: version, tools }: JsonObject): boolean {
  if (version !== undefined) return true
  return Array.isArray(tools) && tools.some((tool) => isObject(tool) && tool.input_schema !== undefined)
}
