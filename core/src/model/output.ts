import type { Output } from './format.ts'
import { isObject } from './json.ts'

/** Gives the output of a tool as a text or a plain value, where its content is none in this format. */
export function asGiven(output: Output, isContent: (value: unknown) => boolean): Output {
  if (!('content' in output) || isContent(output.content)) return output
  const { content } = output
  return typeof content === 'string' ? { text: content } : { json: content }
}

/** Whether a value is a list of blocks that name their types; one of text has a text. */
export function isTypedBlocks(value: unknown): boolean {
  return isBlocks(value) && value.every(({ type, text }) => isTyped(type, text))
}

/** Whether a value is a list of blocks; what is called a text in one is a text. */
export function isBlocks(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  return (
    Array.isArray(value) &&
    value.every((block) => isObject(block) && (block.text === undefined || typeof block.text === 'string'))
  )
}

function isTyped(type: unknown, text: unknown): boolean {
  return typeof type === 'string' && (text !== undefined || !type.endsWith('text'))
}
