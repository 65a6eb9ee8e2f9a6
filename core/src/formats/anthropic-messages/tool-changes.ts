import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { PlacedToolChange, ToolChange } from '../../model/tool-change.ts'

/** The change of tools that such a block tells. */
export function toolChangeOf({ type, tool }: JsonObject): ToolChange {
  const isAddition = type === 'tool_addition'
  if (!isObject(tool)) return { isAddition, name: undefined, isDefinition: false }
  const isReference = typeof tool.type === 'string' && tool.type.endsWith('_reference')
  if (isReference) {
    // A tool of a server is known to the model by a name that the server helps to make.
    const name = tool.type === 'tool_reference' ? nonEmpty(tool.name) : undefined
    return { isAddition, name, isDefinition: false }
  }
  const definition = isObject(tool.definition) ? tool.definition : tool
  return { isAddition, name: nonEmpty(definition.name), isDefinition: isAddition }
}

/** The changes of tools that the messages tell: in instructions among them, and in what was compacted. */
export function toolChangesIn(messages: readonly unknown[]): readonly PlacedToolChange[] {
  const changes: PlacedToolChange[] = []
  for (let turn = 0; turn < messages.length; turn++) {
    const message = messages[turn]
    if (!isObject(message) || !Array.isArray(message.content)) continue
    for (const block of message.content) {
      if (!isObject(block)) continue
      for (const told of toldBy(block, message.role)) {
        if (isChange(told)) changes.push({ turn, ...toolChangeOf(told) })
      }
    }
  }
  return changes
}

function isChange(told: unknown): told is JsonObject {
  return isObject(told) && (told.type === 'tool_addition' || told.type === 'tool_removal')
}

const none: readonly unknown[] = []

function toldBy(block: JsonObject, role: unknown): readonly unknown[] {
  if (role === 'system') return [block]
  const list = lists.get(block.type)
  const told = list === undefined ? undefined : block[list]
  return Array.isArray(told) ? told : none
}

/** Blocks of other turns that hold changes of tools, and their member for them. */
const lists: ReadonlyMap<unknown, string> = new Map([
  ['mid_conv_system', 'content'],
  ['compaction', 'tool_changes'],
])
