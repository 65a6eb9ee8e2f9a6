import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { Hosted } from '../../model/transcript.ts'

const suffix = '_tool_result'

/** Reads one half of a tool that runs on a server, the provider's own or one that the caller named. */
export function readHosted(raw: JsonObject, index: number): Hosted | undefined {
  const { type } = raw
  const held = { kind: 'hosted', list: 'content', index, raw } as const
  if (type === 'server_tool_use' || type === 'mcp_tool_use') {
    const isRelayed = type === 'mcp_tool_use'
    return { ...held, half: 'call', id: nonEmpty(raw.id), name: nonEmpty(raw.name), isRelayed }
  }
  if (typeof type !== 'string' || !type.endsWith(suffix)) return undefined
  return {
    ...held,
    half: 'result',
    id: nonEmpty(raw.tool_use_id),
    name: type.slice(0, -suffix.length),
    isRelayed: type === 'mcp_tool_result',
    references: referencesIn(foundIn(raw.content)),
  }
}

/** The tools that a search has found, wherever its result keeps them. */
function foundIn(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content
  return isObject(content) && Array.isArray(content.tool_references) ? content.tool_references : []
}

/** The names of the tools that these blocks point to. */
export function referencesIn(blocks: readonly unknown[]): readonly string[] {
  return blocks.flatMap((block) =>
    isObject(block) && block.type === 'tool_reference' ? (nonEmpty(block.tool_name) ?? []) : [],
  )
}
