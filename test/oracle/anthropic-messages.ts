import { blocksIn, hasMore, isContent, isServerResult, isServerUse, isStranger } from './anthropic-blocks.ts'
import { bodyComplaints, toolComplaints } from './anthropic-body.ts'
import { imageComplaints } from './anthropic-images.ts'
import { serverToolComplaints } from './anthropic-server-tools.ts'
import { strangerComplaints } from './anthropic-strangers.ts'
import { systemComplaints, takesSystem } from './anthropic-system.ts'
import { thinkingComplaints } from './anthropic-thinking.ts'
import { type Fields, fieldsOf, isFields, isWellFormed, type Request, type Tail } from './request.ts'

/** How one flavour of the API reads the messages, and how the conversation ends. */
export interface AnthropicOptions {
  readonly isMerging: boolean
  /** Whether it is Anthropic's own and nothing else is meant. */
  readonly isOwn?: boolean
  /** Whether it is a copy, made by others than Anthropic. */
  readonly isCopy?: boolean
  /** Whether calls and results want tools beside them. */
  readonly wantsTools?: boolean
  readonly tail: Tail
}

interface Block {
  readonly at: string
  readonly fields: Fields
}

interface Turn {
  readonly role: unknown
  readonly blocks: readonly Block[]
}

const LEGAL_ID = /^[a-zA-Z0-9_-]+$/
const LONGEST_NAME = 200
const NO_PREFILL = /claude-[a-z]+-(?:4-(?:[6-9]|[1-9]\d)|[5-9]|[1-9]\d)(?!\d)/

/** Lists what the Messages API would refuse in a request. */
export function anthropicComplaints(request: Request, options: AnthropicOptions): string[] {
  const turns = turnsOf(request.messages, options.isMerging)
  const hasSystem = options.isOwn === true && takesSystem(request.model)
  return [
    ...request.messages.flatMap((message, index) =>
      messageComplaints(message, index, hasSystem, options.isCopy === true),
    ),
    ...(hasSystem ? systemComplaints(request.messages) : []),
    ...(options.isCopy ? [] : request.messages.flatMap(strangerComplaints)),
    ...(options.isCopy ? [] : imageComplaints(request.messages)),
    ...(options.isOwn ? turns.flatMap((turn) => repeatedIdComplaints([turn])) : repeatedIdComplaints(turns)),
    ...turns.flatMap((turn, index) => callComplaints(turn, turns, index, options.tail)),
    ...turns.flatMap((turn, index) => resultComplaints(turn, turns[index - 1], strangersIn(turns))),
    ...(options.isCopy ? [] : errorComplaints(turns, options.tail)),
    ...(options.tail === 'closed' ? endComplaints(request) : []),
    ...(options.tail === 'closed' && options.isOwn ? spaceComplaints(request) : []),
    ...thinkingComplaints(request, options.tail, options.isCopy === true),
    ...serverToolComplaints(request, options.isCopy === true),
    ...bodyComplaints(request, options.isCopy === true),
    ...(options.isCopy ? [] : repeatedToolComplaints(request.body.tools)),
    ...(options.wantsTools ? toolComplaints(request) : []),
  ]
}

function messageComplaints(message: unknown, index: number, hasSystem: boolean, isCopy: boolean): string[] {
  const at = `messages.${index}`
  if (!isFields(message)) return [`${at} is not an object.`]
  const { role, content } = message
  return [
    ...(role === 'user' || role === 'assistant' || (hasSystem && role === 'system')
      ? []
      : [`${at} has an unknown role.`]),
    ...contentComplaints(role, content, at).filter((complaint) => !isCopy || !isOwnWay(complaint)),
    ...(saidIn(content).every(isWellFormed) ? [] : [`${at} holds a lone surrogate.`]),
  ]
}

/** No copy of the API is known to refuse these: the form of an id, and a block without a type. An id that is missing is refused on other grounds. */
function isOwnWay(complaint: string): boolean {
  return complaint.endsWith('has an illegal call id.') || complaint.endsWith('says no type.')
}

/** What was said: texts, arguments and results; of a block of another kind, all of it. */
function saidIn(content: unknown): unknown[] {
  if (!Array.isArray(content)) return [content]
  return content.map((block: unknown) => {
    const { type, text, input, content: result } = fieldsOf(block)
    if (type === 'text') return text
    if (type === 'tool_use') return input
    return type === 'tool_result' ? result : block
  })
}

function contentComplaints(role: unknown, content: unknown, at: string): string[] {
  if (typeof content !== 'string' && !Array.isArray(content)) return [`${at}.content is no string or list.`]
  if (content.length === 0) return role === 'user' ? [`${at} is an empty user message.`] : []
  if (isBlank(content)) return [`${at} holds only white space.`]
  if (typeof content === 'string') return []
  return content.flatMap((block, index) => blockComplaints(role, block, `${at}.content.${index}`))
}

/** An empty text counts as blank here: it is refused on its own ground anyway. */
function isBlank(content: string | readonly unknown[]): boolean {
  if (typeof content === 'string') return content.trim() === ''
  return content.every((block) => {
    const { type, text } = fieldsOf(block)
    return type === 'text' && typeof text === 'string' && text.trim() === ''
  })
}

function blockComplaints(role: unknown, block: unknown, at: string): string[] {
  if (!isFields(block)) return [`${at} is not an object.`]
  if (typeof block.type !== 'string') return [`${at} says no type.`]
  if (block.type === 'text') return textComplaints(block, at)
  if (block.type === 'tool_use') return toolUseComplaints(role, block, at)
  if (block.type === 'tool_result') return toolResultComplaints(role, block, at)
  // An event of a stream, which is no block.
  return block.type === 'input_json_delta' ? [`${at} is no block.`] : []
}

function textComplaints(block: Fields, at: string): string[] {
  if (typeof block.text !== 'string') return [`${at} is a text block without a text.`]
  return block.text === '' ? [`${at} is an empty text block.`] : []
}

function toolUseComplaints(role: unknown, block: Fields, at: string): string[] {
  const isLegal = typeof block.id === 'string' && LEGAL_ID.test(block.id)
  const isNamed = typeof block.name === 'string' && block.name !== '' && block.name.length <= LONGEST_NAME
  return [
    ...(role === 'assistant' ? [] : [`${at} is a call outside an assistant message.`]),
    ...(isLegal
      ? []
      : [`${at} has ${block.id ? 'an illegal call id' : 'no id, which is an illegal call id too'}.`]),
    ...(isNamed ? [] : [`${at} has an illegal name.`]),
    ...(isFields(block.input) ? [] : [`${at} has an input that is no object.`]),
  ]
}

function toolResultComplaints(role: unknown, block: Fields, at: string): string[] {
  const content = block.content ?? ''
  const isEmpty = content === '' || (Array.isArray(content) && content.length === 0)
  return [
    ...(role === 'user' ? [] : [`${at} is a result outside a user message.`]),
    ...(isTold(content) ? [] : [`${at} gives neither words nor blocks.`]),
    ...(Array.isArray(content) && content.some((inner) => typeof fieldsOf(inner).type !== 'string')
      ? [`${at} gives a block that says no type.`]
      : []),
    ...(block.is_error === true && isEmpty ? [`${at} is an error result without content.`] : []),
  ]
}

function isTold(content: unknown): boolean {
  if (typeof content === 'string') return true
  if (!Array.isArray(content)) return false
  return content.every(
    (block) => isFields(block) && (block.type !== 'text' || typeof block.text === 'string'),
  )
}

function turnsOf(messages: readonly unknown[], isMerging: boolean): Turn[] {
  const turns: Turn[] = []
  for (const [index, message] of messages.entries()) {
    const turn = turnOf(fieldsOf(message), `messages.${index}`)
    const last = turns.at(-1)
    if (isMerging && last !== undefined && last.role === turn.role) {
      turns[turns.length - 1] = { role: turn.role, blocks: [...last.blocks, ...turn.blocks] }
    } else turns.push(turn)
  }
  return turns
}

function turnOf({ role, content }: Fields, at: string): Turn {
  if (typeof content === 'string') return turnOf({ role, content: [{ type: 'text', text: content }] }, at)
  const list = Array.isArray(content) ? content : []
  const blocks = list.map((block, index) => ({ at: `${at}.content.${index}`, fields: fieldsOf(block) }))
  return { role, blocks: blocks.filter(({ fields }) => fields.type !== 'text' || fields.text !== '') }
}

function callsOf(turn: Turn | undefined): Block[] {
  if (turn?.role !== 'assistant') return []
  return turn.blocks.filter(({ fields }) => fields.type === 'tool_use')
}

function resultsOf(turn: Turn | undefined): Block[] {
  if (turn?.role !== 'user') return []
  return turn.blocks.filter(({ fields }) => fields.type === 'tool_result')
}

function repeatedIdComplaints(turns: readonly Turn[]): string[] {
  const calls = turns.flatMap(callsOf)
  const repeated = calls.filter((call, index) =>
    calls.slice(0, index).some((earlier) => earlier.fields.id === call.fields.id),
  )
  return repeated.map(({ at }) => `${at} repeats the id of an earlier call.`)
}

function callComplaints(turn: Turn, turns: readonly Turn[], index: number, tail: Tail): string[] {
  const mayStayOpen = tail === 'open' && isInFlight(turns, index)
  const results = resultsOf(turns[index + 1])
  const answers = callsOf(turn).flatMap(({ at, fields }) => {
    const count = results.filter((result) => result.fields.tool_use_id === fields.id).length
    if (count > 1) return [`${at} is answered ${count} times.`]
    return count === 1 || mayStayOpen ? [] : [`${at} is not answered in the next turn.`]
  })
  return [...answers, ...afterCallComplaints(turn)]
}

/** While other results are on their way, an error may still hold more than text: nothing is sent yet. */
function errorComplaints(turns: readonly Turn[], tail: Tail): string[] {
  const last = turns.findLastIndex(({ role }) => role === 'assistant')
  const answered = turns.slice(last + 1).flatMap(resultsOf)
  const isWaiting =
    tail === 'open' &&
    isInFlight(turns, last) &&
    callsOf(turns[last]).some(({ fields }) =>
      answered.every((answer) => answer.fields.tool_use_id !== fields.id),
    )
  const judged = isWaiting ? turns.slice(0, last) : turns
  const errors = judged
    .flatMap(resultsOf)
    .filter(({ fields }) => fields.is_error === true && hasMore(fields.content))
  return errors.map(({ at }) => `${at} is an error result with more than text.`)
}

/** In flight: the last assistant turn, with nothing but results behind it. */
function isInFlight(turns: readonly Turn[], index: number): boolean {
  return turns
    .slice(index + 1)
    .every(
      ({ role, blocks }) => role === 'user' && blocks.every(({ fields }) => fields.type === 'tool_result'),
    )
}

/** Blocks that a tool may have made of which nothing is known: each names itself, or what it answers. */
function strangersIn(turns: readonly Turn[]): Block[] {
  const blocks = turns.flatMap((turn) => turn.blocks).filter(({ fields }) => isStranger(fields))
  return blocks.flatMap(({ at, fields }) => [
    { at, fields },
    { at, fields: { ...fields, id: fields.tool_use_id } },
  ])
}

function afterCallComplaints(turn: Turn): string[] {
  const first = turn.blocks.findIndex(({ fields }) => fields.type === 'tool_use')
  if (turn.role !== 'assistant' || first === -1) return []
  const hasReported = (use: Fields) =>
    isServerUse(use) &&
    turn.blocks.some(({ fields }) => isServerResult(fields) && fields.tool_use_id === use.id)
  const others = turn.blocks
    .slice(first)
    .filter(({ fields }) => isContent(fields) || isServerResult(fields) || hasReported(fields))
  return others.map(({ at }) => `${at} follows a call in its turn.`)
}

function resultComplaints(turn: Turn, previous: Turn | undefined, strangers: readonly Block[]): string[] {
  const firstOther = turn.blocks.findIndex(({ fields }) => isContent(fields))
  return resultsOf(turn).flatMap((result) => {
    const calls = [...callsOf(previous), ...strangers]
    const isOwned = calls.some((call) => call.fields.id === result.fields.tool_use_id)
    const isLeading = firstOther === -1 || turn.blocks.indexOf(result) < firstOther
    return [
      ...(isOwned ? [] : [`${result.at} answers no call of the turn before.`]),
      ...(isLeading ? [] : [`${result.at} stands behind other content of its turn.`]),
    ]
  })
}

function endComplaints({ messages, model, isThinking, body }: Request): string[] {
  const last = messages.at(-1)
  // A request for a summary takes the conversation as it stands.
  if (isFields(body.compaction)) return []
  if (fieldsOf(last).role !== 'assistant' || isPaused(last)) return []
  if (!isThinking && !NO_PREFILL.test(model)) return []
  return [`messages.${messages.length - 1} is an assistant message at the end.`]
}

/** The last words that the model is to go on from. */
function spaceComplaints({ messages, model, isThinking, body }: Request): string[] {
  const last = messages.at(-1)
  const { role, content } = fieldsOf(last)
  if (isFields(body.compaction) || role !== 'assistant' || isThinking || NO_PREFILL.test(model)) return []
  if (isPaused(last)) return []
  const block = fieldsOf(Array.isArray(content) ? content.at(-1) : { type: 'text', text: content })
  const isSpaced = block.type === 'text' && /\S\s*[ \t\n\r]$/.test(String(block.text))
  return isSpaced ? [`messages.${messages.length - 1} ends in white space.`] : []
}

/** Paused: a tool of the server has yet to report or was the last to, and the request asks the API to go on. */
function isPaused(message: unknown): boolean {
  const blocks = blocksIn(message)
  const last = blocks.at(-1)
  if (last !== undefined && (isServerResult(last) || last.type === 'compaction')) return true
  return blocks.some((use) => isServerUse(use) && !blocks.some(({ tool_use_id }) => tool_use_id === use.id))
}

/** A tool that is declared again, word for word; of two that differ, no checker can tell which one is meant. */
function repeatedToolComplaints(tools: unknown): string[] {
  const texts = (Array.isArray(tools) ? tools : []).map((tool) => JSON.stringify(tool))
  const names = (Array.isArray(tools) ? tools : []).map((tool) => fieldsOf(tool).name)
  const isSame = new Set(texts).size === new Set(names).size
  return isSame && new Set(names).size < names.length ? ['A tool is declared twice.'] : []
}
