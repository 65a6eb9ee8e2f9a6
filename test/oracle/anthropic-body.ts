import { blocksIn, isThinkingBlock } from './anthropic-blocks.ts'
import { type Fields, isFields, isWellFormed, type Request } from './request.ts'

/** Lists what is refused about a request as a whole: its system prompt and its marks. */
export function bodyComplaints({ messages, body }: Request, isCopy: boolean): string[] {
  const system = Array.isArray(body.system) ? body.system.filter(isFields) : []
  const tools = Array.isArray(body.tools) ? body.tools.filter(isFields) : []
  const said = messages.flatMap(blocksIn).filter((block) => !isThinkingBlock(block))
  const marks = [...system, ...tools, ...said, body].filter(isMarked).length
  return [
    ...(system.some(({ type, text }) => type === 'text' && text === '')
      ? ['system holds an empty text block.']
      : []),
    ...(isWellFormed(body.system) ? [] : ['system holds a lone surrogate.']),
    ...(marks > 4 && !isCopy ? [`${marks} blocks have cache_control.`] : []),
  ]
}

/** What a gateway refuses that wants tools to be defined wherever some were used. */
export function toolComplaints({ messages, body }: Request): string[] {
  const isUsed = messages.flatMap(blocksIn).some(({ type }) => type === 'tool_use' || type === 'tool_result')
  const isDefined = Array.isArray(body.tools) && body.tools.length > 0
  return isUsed && !isDefined && 'messages' in body ? ['The request defines no tools.'] : []
}

function isMarked({ cache_control: mark }: Fields): boolean {
  return mark !== undefined && mark !== null
}
