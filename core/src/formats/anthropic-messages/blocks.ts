import { isWellFormed } from '../../model/json.ts'
import type { Part } from '../../model/transcript.ts'
import type { Strays } from './strays.ts'

/** What a stream brings of a call's arguments: an event, and no block that could be sent. */
export const pieceType = 'input_json_delta'

/** A block, as far as a look at it goes. */
export interface Block extends Strays {
  readonly type?: unknown
  readonly text?: unknown
  readonly id?: unknown
  readonly input?: unknown
  readonly tool_use_id?: unknown
  readonly content?: unknown
  readonly is_error?: unknown
  readonly signature?: unknown
  readonly cache_control?: unknown
  readonly tool_references?: unknown
  readonly tool_name?: unknown
  readonly source?: unknown
}

export interface Message extends Strays {
  readonly tool_calls?: unknown
  readonly tool_call_id?: unknown
  readonly role?: unknown
  readonly content?: unknown
  readonly output_config?: unknown
}

/** The position of the first call, where nothing before it is suspicious or marked; else -1. */
export function firstCall(content: readonly unknown[]): number {
  for (let index = 0; index < content.length; index++) {
    const block = content[index] as Block | null
    if (typeof block !== 'object' || block === null) return -1
    if (block.type === 'tool_use') return index
    if (block.type === 'text') {
      if (!isFine(block) || block.cache_control !== undefined) return -1
      // Reasoning elsewhere than at the head is looked at more closely.
    } else if (index > 0 || block.type !== 'thinking' || !isSigned(block)) return -1
  }
  return -1
}

/** Whether these are a plain call and its plain result, neither of them marked. */
export function isPair(call: Block | null, result: Block | null): boolean {
  if (typeof call !== 'object' || call === null || typeof result !== 'object' || result === null) return false
  if (call.type !== 'tool_use' || result.type !== 'tool_result') return false
  if (call.cache_control !== undefined || result.cache_control !== undefined) return false
  if (!isCall(call) || result.tool_use_id !== call.id) return false
  return typeof result.content === 'string' && result.is_error !== true && result.content.isWellFormed()
}

/** The longest name of a tool that is not suspicious. */
export const longestName = 200

/** Whether a call has an id, a name and arguments that can be sent. */
export function isCall(block: Block): block is Block & { readonly id: string } {
  const { id, name, input } = block
  if (typeof id !== 'string' || id === '') return false
  if (typeof name !== 'string' || name === '' || name.length > longestName) return false
  return typeof input === 'object' && input !== null && !Array.isArray(input) && isWellFormed(input)
}

/** What a result tells: words or nothing, blocks of other kinds too, or something that cannot be read. */
export function toldIn(content: unknown): 'words' | 'more' | 'unclear' {
  if (typeof content === 'string' || content === undefined || content === null) return 'words'
  if (!Array.isArray(content)) return 'unclear'
  let told: 'words' | 'more' = 'words'
  for (let index = 0; index < content.length; index++) {
    const block = content[index] as Block | null
    if (typeof block !== 'object' || block === null || Array.isArray(block)) return 'unclear'
    if (block.type !== 'text') told = 'more'
    else if (typeof block.text !== 'string') return 'unclear'
  }
  return told
}

/** Whether a text is neither empty nor blank, and can be sent. */
export function isPlain(text: string): boolean {
  const first = text.length > 0 ? text.charCodeAt(0) : 32
  // Most texts start with a letter; only then is nothing else to be looked for.
  const isInked = (first > 32 && first < 127) || text.trim() !== ''
  return isInked && text.isWellFormed()
}

/** What calls and results are called elsewhere. */
export const foreignTypes: ReadonlySet<string> = new Set(['tool-call', 'tool-result'])

export function isFine(block: Block): boolean {
  if (block.type === 'text') return typeof block.text === 'string' && isPlain(block.text)
  if (typeof block.type !== 'string' || foreignTypes.has(block.type)) return false
  return block.type !== 'tool_use' && block.type !== pieceType && !Array.isArray(block) && isWellFormed(block)
}

export function isReasoning(block: Block | null): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking'
}

/** Whether reasoning is signed, unmarked and can be sent. */
export function isSigned(block: Block): boolean {
  const hasSeal =
    block.type === 'redacted_thinking' || (typeof block.signature === 'string' && block.signature !== '')
  return hasSeal && !hasMark(block) && isWellFormed(block)
}

export function hasMark(block: unknown): boolean {
  const mark = (block as Block | null | undefined)?.cache_control
  return mark !== undefined && mark !== null
}

export function hasEmptyText(parts: readonly Part[]): boolean {
  return parts.some((part) => part.kind === 'text' && part.text === '')
}

export function countMarks(blocks: readonly unknown[]): number {
  let marks = 0
  for (let index = 0; index < blocks.length; index++) if (hasMark(blocks[index])) marks++
  return marks
}

/** Which half of a tool that runs on a server a block is, if it is one. */
export function hostedHalf({ type }: Block): 'call' | 'result' | undefined {
  if (type === 'tool_use' || type === 'tool_result' || type === 'text') return undefined
  if (type === 'server_tool_use' || type === 'mcp_tool_use') return 'call'
  const isResult = typeof type === 'string' && type.endsWith('_tool_result')
  return isResult ? 'result' : undefined
}

/** Whether an error says something, and that in words alone. */
export function mayBeError(content: unknown): boolean {
  if (typeof content === 'string') return content !== ''
  return Array.isArray(content) && content.length > 0 && content.every(isText)
}

function isText(block: unknown): boolean {
  return (block as Block | null)?.type === 'text'
}

/** Whether all tools that a result points to are among those declared. */
export function pointsTo(content: unknown, tools: ReadonlySet<string> | undefined): boolean {
  if (tools === undefined || typeof content !== 'object' || content === null) return true
  const blocks = Array.isArray(content) ? content : (content as Block).tool_references
  if (!Array.isArray(blocks)) return true
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as Block | null
    if (block?.type === 'tool_reference' && !tools.has(block.tool_name as string)) return false
  }
  return true
}
