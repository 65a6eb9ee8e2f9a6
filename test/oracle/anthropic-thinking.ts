import {
  blocksIn,
  isAssistant,
  isBlankText,
  isServerResult,
  isServerUse,
  isSpoken,
  isThinkingBlock,
} from './anthropic-blocks.ts'
import { type Fields, fieldsOf, isFields, type Request, type Tail } from './request.ts'

// From version 5 on models think by default; what a request leaves out says nothing there.
const THINKS_BY_DEFAULT = /claude-(?:mythos|[a-z]+-(?:[5-9]|[1-9]\d)(?!\d))/

// From 4.6 on a model may think adaptively, and turns of other requests stay in the history.
const MAY_BE_ADAPTIVE = /claude-(?:mythos|[a-z]+-(?:4[-.](?:[6-9]|[1-9]\d)|[5-9]|[1-9]\d)(?!\d))/

/** Lists what is refused about thinking blocks. */
export function thinkingComplaints(request: Request, tail: Tail, isCopy: boolean): string[] {
  const isAdaptive = fieldsOf(request.body.thinking).type === 'adaptive'
  return [
    ...request.messages.flatMap((message, index) =>
      messageComplaints(message, `messages.${index}`, {
        isAdaptive: isAdaptive || MAY_BE_ADAPTIVE.test(request.model),
        isCopy,
      }),
    ),
    ...(request.isThinking && !isAdaptive ? loopComplaints(request.messages) : []),
    // Copies of the API are not known to mind reasoning of any kind.
    ...(tail === 'closed' && !isCopy ? lastComplaints(request) : []),
    ...(isCopy ? [] : choiceComplaints(request.body)),
  ]
}

function messageComplaints(
  message: unknown,
  at: string,
  { isAdaptive, isCopy }: { readonly isAdaptive: boolean; readonly isCopy: boolean },
): string[] {
  const blocks = blocksIn(message)
  const thoughts = blocks.filter(isThinkingBlock)
  const first = blocks.find(
    (block) =>
      !isServerUse(block) &&
      !isServerResult(block) &&
      block.type !== 'tool_result' &&
      !(block.type === 'text' && block.text === ''),
  )
  const isLate = isAssistant(message) && first !== undefined && thoughts.length > 0 && !isThinkingBlock(first)
  return [
    ...(isCopy ? [] : thoughts.filter(isUnsigned)).map(
      () => `${at} holds a thinking block without a signature.`,
    ),
    ...(isCopy ? [] : thoughts.filter(isMarked)).map(
      () => `${at} holds a thinking block with cache_control.`,
    ),
    ...(isLate && !isAdaptive && !isCopy ? [`${at} holds thinking and starts with something else.`] : []),
  ]
}

function isUnsigned({ type, signature }: Fields): boolean {
  return type === 'thinking' && (typeof signature !== 'string' || signature === '')
}

function isMarked({ cache_control: mark }: Fields): boolean {
  return mark !== undefined && mark !== null
}

/** The tool loop that is still open counts as one assistant message, which starts with thinking. */
function loopComplaints(messages: readonly unknown[]): string[] {
  const start = messages.findLastIndex(isSpoken) + 1
  const loop = messages.slice(start).filter(isAssistant)
  if (!loop.some((message) => blocksIn(message).some(({ type }) => type === 'tool_use'))) return []
  const first = loop.flatMap(saidIn)[0]
  return first === undefined || isThinkingBlock(first)
    ? []
    : [`messages.${start} lacks thinking before its calls.`]
}

function saidIn(message: unknown): Fields[] {
  const { content } = fieldsOf(message)
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : blocksIn(message)
  return blocks.filter((block) => block.type !== 'tool_result' && !isBlankText(block))
}

function lastComplaints({ messages, model, isThinking, body }: Request): string[] {
  const last = messages.at(-1)
  if (isThinking || body.messages === undefined || THINKS_BY_DEFAULT.test(model)) return []
  if (isFields(body.compaction)) return []
  if (!isAssistant(last) || !blocksIn(last).some(isThinkingBlock)) return []
  return [`messages.${messages.length - 1} ends a request without thinking on a thinking block.`]
}

// They cannot be told not to think.
const ALWAYS_THINKS = /claude-(?:fable|mythos)-(?:[5-9]|[1-9]\d)(?!\d)/

function choiceComplaints({ thinking, model, tool_choice: choice }: Fields): string[] {
  const isForced = ['any', 'tool'].includes(String(fieldsOf(choice).type))
  return isForced && (fieldsOf(thinking).type === 'enabled' || ALWAYS_THINKS.test(String(model)))
    ? ['The model is forced to call while it thinks.']
    : []
}
