import { blocksIn, isServerResult } from './anthropic-blocks.ts'
import { type Fields, fieldsOf, isFields } from './request.ts'

/** Versions 4.7 and earlier, in all their spellings. */
const OLD = [/claude-(?:instant|v?[0-3])/, /claude-[a-z]+-[0-3](?!\d)/, /claude-[a-z]+-4(?![-.\d])/]
const FOURTH = /claude-[a-z]+-4[-.](\d+)/

/** Tells whether a model takes system messages among the others; one that is not known may. */
export function takesSystem(model: string): boolean {
  if (OLD.some((pattern) => pattern.test(model))) return false
  const minor = FOURTH.exec(model)?.[1]
  // More digits are a date.
  return minor === undefined || (minor.length < 3 && Number(minor) >= 8)
}

/** Lists what is refused about system messages: what they hold and where they stand. */
export function systemComplaints(messages: readonly unknown[]): string[] {
  return messages.flatMap((message, index) => {
    const fields = fieldsOf(message)
    if (fields.role !== 'system' || isDirective(fields)) return []
    const before = messages.slice(0, index).findLast((one) => !isSystem(one))
    const after = messages.slice(index + 1).find((one) => !isSystem(one))
    return [
      ...(isLegal(fields.content) ? [] : [`messages.${index} holds what no system message may.`]),
      ...(mayPrecede(before) ? [] : [`messages.${index} is a system message that follows no user.`]),
      ...(after === undefined || fieldsOf(after).role === 'assistant'
        ? []
        : [`messages.${index} is a system message before no assistant.`]),
    ]
  })
}

function isSystem(message: unknown): boolean {
  return fieldsOf(message).role === 'system'
}

function isDirective({ content, output_config }: Fields): boolean {
  return Array.isArray(content) && content.length === 0 && isFields(output_config)
}

function isLegal(content: unknown): boolean {
  if (typeof content === 'string') return content.trim() !== ''
  return (
    Array.isArray(content) && content.length > 0 && content.every((block) => isLegalBlock(fieldsOf(block)))
  )
}

function isLegalBlock({ type, text }: Fields): boolean {
  if (type === 'text') return typeof text === 'string' && text.trim() !== ''
  return type === 'tool_addition' || type === 'tool_removal'
}

function mayPrecede(message: unknown): boolean {
  if (fieldsOf(message).role === 'user') return true
  const last = blocksIn(message).at(-1)
  return fieldsOf(message).role === 'assistant' && last !== undefined && isServerResult(last)
}
