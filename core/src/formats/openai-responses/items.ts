import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { Speaker } from '../../model/transcript.ts'

/** The kind of an item; a call and a result name the kind of tool and the member that holds their content. */
export type ItemKind =
  | { readonly is: 'message' }
  | { readonly is: 'call' | 'result'; readonly tool: string; readonly words: string }
  | { readonly is: 'reasoning' | 'reference' }
  | { readonly is: 'other'; readonly speaker: Speaker }

const message: ItemKind = { is: 'message' }
const functionCall = { is: 'call', tool: 'function', words: 'arguments' } as const
const functionResult = { is: 'result', tool: 'function', words: 'output' } as const
const reference: ItemKind = { is: 'reference' }
const modelsOwn: ItemKind = { is: 'other', speaker: 'model' }

/** The kinds of item that are more than what the model and the provider made between themselves. */
const kinds: ReadonlyMap<string, ItemKind> = new Map<string, ItemKind>([
  ['message', message],
  ['reasoning', { is: 'reasoning' }],
  ['item_reference', reference],
  ['function_call', functionCall],
  ['function_call_output', functionResult],
  // A local shell call may also be answered like a function's.
  ['local_shell_call', { is: 'call', tool: 'function', words: 'action' }],
  ['local_shell_call_output', { is: 'result', tool: 'function', words: 'output' }],
  ['custom_tool_call', { is: 'call', tool: 'custom_tool', words: 'input' }],
  ['custom_tool_call_output', { is: 'result', tool: 'custom_tool', words: 'output' }],
  ['shell_call', { is: 'call', tool: 'shell', words: 'action' }],
  ['shell_call_output', { is: 'result', tool: 'shell', words: 'output' }],
  ['apply_patch_call', { is: 'call', tool: 'apply_patch', words: 'operation' }],
  ['apply_patch_call_output', { is: 'result', tool: 'apply_patch', words: 'output' }],
  ['computer_call', { is: 'call', tool: 'computer', words: 'action' }],
  ['computer_call_output', { is: 'result', tool: 'computer', words: 'output' }],
  ['tool_search_call', { is: 'call', tool: 'tool_search', words: 'arguments' }],
  ['tool_search_output', { is: 'result', tool: 'tool_search', words: 'tools' }],
  ['mcp_approval_response', { is: 'other', speaker: 'user' }],
  ['additional_tools', { is: 'other', speaker: 'system' }],
  ['compaction_trigger', { is: 'other', speaker: 'system' }],
])

/** The type of the result that answers a call of each kind of tool. */
export const resultTypes: Readonly<Record<string, string>> = {
  function: 'function_call_output',
  custom_tool: 'custom_tool_call_output',
  shell: 'shell_call_output',
  apply_patch: 'apply_patch_call_output',
  computer: 'computer_call_output',
  tool_search: 'tool_search_output',
}

/** The kind of an item. One of an unknown type is the model's: built-in tools carry their own result. */
export function kindOf(item: JsonObject): ItemKind {
  const { type } = item
  if (typeof type !== 'string') return isReference(item) ? reference : message
  // Nearly all items are one of these, and to compare costs less than to look up.
  if (type === 'function_call') return functionCall
  if (type === 'function_call_output') return functionResult
  const kind = kinds.get(type)
  if (kind === undefined) return modelsOwn
  return (kind.is === 'call' || kind.is === 'result') && isHosted(item) ? modelsOwn : kind
}

/** An item of no type that has a name and nothing else stands for the one that the provider keeps. */
function isReference(item: JsonObject): boolean {
  if (nonEmpty(item.id) === undefined) return false
  for (const key in item) if (key !== 'id' && key !== 'type') return false
  return true
}

/** An item that says something and does not tell what it is: neither its type nor who speaks. */
export function isStranger(item: JsonObject): boolean {
  const { type, role, content } = item
  if (isGiven(type) || isGiven(role) || isGiven(content)) return false
  for (const key in item) if (key !== 'id' && isGiven(item[key])) return true
  return false
}

/** Whether there is something, be it empty. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Whether only items of this format are of this type. */
export function isOwnType(type: unknown): boolean {
  return typeof type === 'string' && (kinds.has(type) || ownType.test(type))
}

const ownType = /^(?:compaction|mcp_\w+|\w+_call|\w+_call_output)$/

/** The provider searches for tools itself, unless the item says otherwise. */
function isHosted({ type, execution, call_id: id }: JsonObject): boolean {
  if (type !== 'tool_search_call' && type !== 'tool_search_output') return false
  return execution === undefined ? nonEmpty(id) === undefined : execution !== 'client'
}

/** Whether results of a kind of tool say what they say in words, or in a list of texts and images. */
export function isWordy(tool: string): boolean {
  return tool === 'function' || tool === 'custom_tool'
}

/** Whether the model made an item; undefined where that does not tell a new stretch. */
export function isModelItem(raw: unknown): boolean | undefined {
  if (!isObject(raw)) return undefined
  const kind = kindOf(raw)
  switch (kind.is) {
    case 'message':
      return raw.role === 'assistant' ? true : raw.role === 'user' ? false : undefined
    case 'result':
      // The items with which the model goes on after a result may still rest on the reasoning before it.
      return undefined
    case 'other':
      return kind.speaker === 'model' ? true : undefined
    default:
      return true
  }
}
