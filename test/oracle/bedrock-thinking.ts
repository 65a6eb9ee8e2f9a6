import { type Fields, fieldsOf, isFields, type Tail } from './request.ts'

// From 4.6 on a model may think adaptively, and turns of other requests stay in the history.
const MAY_BE_ADAPTIVE = /claude-(?:mythos|[a-z]+-(?:4[-.](?:[6-9]|[1-9]\d)|[5-9]|[1-9]\d)(?!\d))/

/** Lists what Claude refuses about reasoning behind the Converse API. */
export function converseThinkingComplaints(messages: readonly unknown[], body: Fields, tail: Tail): string[] {
  const { type } = fieldsOf(fieldsOf(body.additionalModelRequestFields).thinking)
  const isAdaptive = type === 'adaptive' || MAY_BE_ADAPTIVE.test(String(body.modelId))
  return [
    ...messages.flatMap((message, index) => messageComplaints(message, index, isAdaptive)),
    ...(type === 'enabled' ? loopComplaints(messages) : []),
    ...(type === 'enabled' || ALWAYS_THINKS.test(String(body.modelId)) ? choiceComplaints(body) : []),
    ...(type !== 'enabled' && type !== 'adaptive' && tail === 'closed' ? endComplaints(messages, body) : []),
  ]
}

// They cannot be told not to think.
const ALWAYS_THINKS = /claude-(?:fable|mythos)-(?:[5-9]|[1-9]\d)(?!\d)/

function choiceComplaints({ toolConfig }: Fields): string[] {
  const { any, tool } = fieldsOf(fieldsOf(toolConfig).toolChoice)
  return isFields(any) || isFields(tool) ? ['The model is forced to call while it thinks.'] : []
}

function messageComplaints(message: unknown, index: number, isAdaptive: boolean): string[] {
  const blocks = blocksIn(message)
  const thoughts = blocks.filter(isThought)
  const first = blocks.find(
    (block) => !isResult(block) && block.cachePoint === undefined && block.text !== '',
  )
  const isLate = isAssistant(message) && thoughts.length > 0 && first !== undefined && !isThought(first)
  return [
    ...thoughts.filter(isUnsigned).map(() => `messages.${index} holds reasoning without a signature.`),
    ...(isLate && !isAdaptive ? [`messages.${index} holds reasoning and starts with something else.`] : []),
  ]
}

/** From version 5 on, a model thinks unless it is told not to. */
const THINKS_BY_ITSELF = /claude-(?:mythos|[a-z]+-(?:[5-9]|[1-9]\d)(?!\d))/

/** A request without thinking does not go on from a thought. */
function endComplaints(messages: readonly unknown[], body: Fields): string[] {
  const last = messages.at(-1)
  if (!('messages' in body) || THINKS_BY_ITSELF.test(String(body.modelId)) || !isAssistant(last)) return []
  return blocksIn(last).some(isThought) ? ['The message gone on from holds reasoning.'] : []
}

/** The tool loop that is still open counts as one assistant message, which starts with reasoning. */
function loopComplaints(messages: readonly unknown[]): string[] {
  const start = messages.findLastIndex(isSpoken) + 1
  const loop = messages.slice(start).filter(isAssistant)
  const hasCalls = loop.some((message) => blocksIn(message).some(isCall))
  const first = loop.map((message) => blocksIn(message).filter(isSaid)).find((said) => said.length > 0)
  if (!hasCalls || first === undefined || first.some(isThought)) return []
  return [`messages.${start} lacks reasoning before its calls.`]
}

function blocksIn(message: unknown): Fields[] {
  const { content } = fieldsOf(message)
  return Array.isArray(content) ? content.filter(isFields) : []
}

function isAssistant(message: unknown): boolean {
  return fieldsOf(message).role === 'assistant'
}

function isSpoken(message: unknown): boolean {
  return !isAssistant(message) && blocksIn(message).some(isSaid)
}

function isSaid(block: Fields): boolean {
  const isBlank = typeof block.text === 'string' && block.text.trim() === ''
  return !isResult(block) && !isBlank && block.cachePoint === undefined
}

function isCall({ toolUse }: Fields): boolean {
  return isFields(toolUse) && toolUse.type !== 'server_tool_use'
}

function isResult({ toolResult }: Fields): boolean {
  return isFields(toolResult) && typeof toolResult.type !== 'string'
}

function isThought({ reasoningContent }: Fields): boolean {
  return isFields(reasoningContent)
}

function isUnsigned({ reasoningContent }: Fields): boolean {
  const { redactedContent, reasoningText } = fieldsOf(reasoningContent)
  const { signature } = fieldsOf(reasoningText)
  return redactedContent === undefined && (typeof signature !== 'string' || signature === '')
}
