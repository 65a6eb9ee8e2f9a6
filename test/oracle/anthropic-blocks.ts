import { type Fields, fieldsOf, isFields } from './request.ts'

/** Lists the blocks of a message; none where its content is a string. */
export function blocksIn(message: unknown): Fields[] {
  const { content } = fieldsOf(message)
  return Array.isArray(content) ? content.filter(isFields) : []
}

export function isThinkingBlock({ type }: Fields): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}

/** A tool that the server runs itself, or one that it calls elsewhere. */
export function isServerUse({ type }: Fields): boolean {
  return type === 'server_tool_use' || type === 'mcp_tool_use'
}

export function isServerResult({ type }: Fields): boolean {
  return typeof type === 'string' && type.endsWith('_tool_result') && type !== 'tool_result'
}

const CONTENT: readonly unknown[] = [
  'text',
  'image',
  'document',
  'search_result',
  'container_upload',
  'tool_addition',
  'tool_removal',
]

/** Something said or shown; anything else that is no such content is judged by no place. */
export function isContent(block: Fields): boolean {
  return CONTENT.includes(block.type) || !(isKnown(block) || isStranger(block))
}

function isKnown(block: Fields): boolean {
  const { type } = block
  const isJoint = type === 'tool_use' || type === 'tool_result' || type === 'input_json_delta'
  return (
    isJoint || type === 'compaction' || isThinkingBlock(block) || isServerUse(block) || isServerResult(block)
  )
}

/** A block of a kind that is not known. */
export function isStranger(block: Fields): boolean {
  const { type } = block
  if (typeof type !== 'string' || CONTENT.includes(type) || isKnown(block)) return false
  return type !== 'tool-call' && type !== 'tool-result'
}

/** Tells whether a result holds something besides text. */
export function hasMore(content: unknown): boolean {
  return Array.isArray(content) && content.some((block) => isFields(block) && block.type !== 'text')
}

/** Who speaks: other roles are refused on their own ground, and most likely stand for the user. */
export function isAssistant(message: unknown): boolean {
  return fieldsOf(message).role === 'assistant'
}

/** Tells whether a message ends what the assistant is doing: it says something besides results. */
export function isSpoken(message: unknown): boolean {
  if (isAssistant(message)) return false
  const { content } = fieldsOf(message)
  if (typeof content === 'string') return content.trim() !== ''
  return blocksIn(message).some((block) => block.type !== 'tool_result' && !isBlankText(block))
}

export function isBlankText({ type, text }: Fields): boolean {
  return type === 'text' && typeof text === 'string' && text.trim() === ''
}
