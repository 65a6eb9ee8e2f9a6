import { takesSystem } from './anthropic-system.ts'
import { type Fields, fieldsOf, isFields } from './request.ts'

/**
 * Lists what is refused about system messages of Converse.
 *
 * The role is one of the API. Claude has demands of its own on it: a newer version, words and changes of tools alone, and
 * a place between the user and the assistant. Of other models none is known. `isStrict`: some model refuses any of them.
 */
export function converseSystemComplaints(
  messages: readonly unknown[],
  model: string,
  isStrict: boolean,
): string[] {
  const isClaude = model.includes('claude')
  return messages.flatMap((message, index) => {
    const { role, content } = fieldsOf(message)
    if (role !== 'system') return []
    const at = `messages.${index}`
    if (isStrict || !takesSystem(model)) return [`${at} is a system message that the model does not take.`]
    const blocks: unknown[] = Array.isArray(content) ? content : []
    const held =
      blocks.every(isLegal) && !blocks.every(isCachePoint) ? [] : [`${at} holds what is no instruction.`]
    return isClaude ? [...held, ...placeComplaints(messages, index)] : held
  })
}

function placeComplaints(messages: readonly unknown[], index: number): string[] {
  const isOther = (one: unknown): boolean => fieldsOf(one).role !== 'system'
  const before = messages.slice(0, index).findLast(isOther)
  const after = messages.slice(index + 1).find(isOther)
  const isLed = fieldsOf(before).role === 'user' || endsOnServerResult(before)
  const isHeard = after === undefined || fieldsOf(after).role === 'assistant'
  return isLed && isHeard ? [] : [`messages.${index} is a system message in a wrong place.`]
}

/** A tool that the provider ran says of which kind its result is. */
function endsOnServerResult(message: unknown): boolean {
  const { role, content } = fieldsOf(message)
  const last: unknown = Array.isArray(content) ? content.at(-1) : undefined
  return role === 'assistant' && typeof fieldsOf(fieldsOf(last).toolResult).type === 'string'
}

function isLegal(block: unknown): boolean {
  const { text, toolAddition, toolRemoval }: Fields = fieldsOf(block)
  if (typeof text === 'string') return text.trim() !== ''
  return isFields(toolAddition) || isFields(toolRemoval) || isCachePoint(block)
}

function isCachePoint(block: unknown): boolean {
  return isFields(fieldsOf(block).cachePoint)
}
