import { type Fields, fieldsOf, isFields, type Request, type Tail } from './request.ts'

/** The APIs that speak this format and that the checker knows apart. */
export type ChatApi =
  | 'openai'
  | 'azure-openai'
  | 'openrouter'
  | 'deepseek'
  | 'kimi'
  | 'qwen'
  | 'minimax'
  | 'mistral'
  | 'vllm'

/** Which API reads the request, and how the conversation ends. */
export interface ChatOptions {
  readonly api: ChatApi
  readonly tail: Tail
}

const ROLES: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function']
const OLLAMA_TAG = /^(?!ft:)[\w./-]+:[\w.-]+$/
const OPENAI_LIKE: readonly ChatApi[] = ['openai', 'azure-openai', 'openrouter']
const LEGAL_ID: Readonly<Record<ChatApi, RegExp>> = {
  openai: /^.{1,40}$/s,
  'azure-openai': /^.{1,40}$/s,
  openrouter: /^.{1,40}$/s,
  deepseek: /^.+$/s,
  kimi: /^.+$/s,
  qwen: /^.+$/s,
  minimax: /^.+$/s,
  vllm: /^.+$/s,
  mistral: /^[a-zA-Z0-9]{9}$/,
}

/** Lists what a Chat Completions API would refuse in a request. */
export function chatComplaints(request: Request, { api, tail }: ChatOptions): string[] {
  const messages = request.messages.map(fieldsOf)
  const toleratesStrays = OPENAI_LIKE.includes(api) && OLLAMA_TAG.test(request.model)
  return [
    ...request.messages.flatMap((message, index) => messageComplaints(message, index, api)),
    ...repeatedIdComplaints(messages, api),
    ...messages.flatMap((_, index) => answerComplaints(messages, index, tail)),
    ...messages.flatMap((_, index) => toolMessageComplaints(messages, index, toleratesStrays)),
    ...(api === 'mistral' ? orderComplaints(messages) : []),
    ...(api === 'mistral' && tail === 'closed' ? endComplaints(messages) : []),
  ]
}

function messageComplaints(message: unknown, index: number, api: ChatApi): string[] {
  const at = `messages.${index}`
  if (!isFields(message)) return [`${at} is not an object.`]
  return [
    ...(ROLES.includes(message.role) ? [] : [`${at} has an unknown role.`]),
    ...contentComplaints(message, at),
    ...(api === 'kimi' && message.role !== 'tool' ? emptyTextComplaints(message, at) : []),
    ...(message.role === 'assistant' ? callListComplaints(message, at, api) : []),
  ]
}

function contentComplaints(message: Fields, at: string): string[] {
  const { content } = message
  if (typeof content === 'string') return []
  if (content === null || content === undefined) {
    return mayLackContent(message) ? [] : [`${at} has no content.`]
  }
  const isList = Array.isArray(content) && content.every(isFields)
  return isList ? [] : [`${at}.content is no string or list of objects.`]
}

function emptyTextComplaints({ content }: Fields, at: string): string[] {
  const items = Array.isArray(content) ? content.map(fieldsOf) : []
  return items.some(({ type, text }) => type === 'text' && text === '') ? [`${at} holds an empty text.`] : []
}

function mayLackContent(message: Fields): boolean {
  if (message.role !== 'assistant') return false
  const others = [message.function_call, message.audio, message.refusal]
  return callsOf(message).length > 0 || others.some((other) => other !== undefined && other !== null)
}

function callListComplaints({ tool_calls: calls }: Fields, at: string, api: ChatApi): string[] {
  if (calls === undefined || calls === null) return []
  if (!Array.isArray(calls)) return [`${at}.tool_calls is no list.`]
  if (calls.length === 0) return [`${at}.tool_calls is an empty list.`]
  return calls.flatMap((call: unknown, index) => {
    const place = `${at}.tool_calls.${index}`
    if (!isFields(call)) return [`${place} is not an object.`]
    const isLegal = typeof call.id === 'string' && LEGAL_ID[api].test(call.id)
    const isRead = api === 'vllm' || api === 'minimax'
    return [
      ...(isLegal ? [] : [`${place} has an illegal call id.`]),
      ...(isRead && !hasJsonArguments(call) ? [`${place} has arguments that are no JSON.`] : []),
    ]
  })
}

function hasJsonArguments(call: Fields): boolean {
  if (isFields(call.custom)) return true
  const { arguments: given } = fieldsOf(call.function)
  if (typeof given !== 'string') return false
  try {
    return given === '' || JSON.parse(given) !== undefined
  } catch {
    return false
  }
}

function callsOf(message: Fields | undefined): Fields[] {
  if (message?.role !== 'assistant' || !Array.isArray(message.tool_calls)) return []
  return message.tool_calls.map(fieldsOf)
}

function repeatedIdComplaints(messages: readonly Fields[], api: ChatApi): string[] {
  const scopes = api === 'deepseek' || api === 'kimi' ? [messages.flatMap(callsOf)] : messages.map(callsOf)
  return scopes.flatMap((calls) => {
    const ids = calls.map((call) => call.id)
    const repeated = ids.filter((id, index) => ids.indexOf(id) < index)
    return repeated.map((id) => `The call id \`${id}\` is used twice.`)
  })
}

function answerComplaints(messages: readonly Fields[], index: number, tail: Tail): string[] {
  const behind = messages.slice(index + 1)
  const end = behind.findIndex(({ role }) => role !== 'tool')
  const run = end === -1 ? behind : behind.slice(0, end)
  const mayStayOpen = tail === 'open' && end === -1
  return callsOf(messages[index]).flatMap(({ id }, position) => {
    const at = `messages.${index}.tool_calls.${position}`
    const count = run.filter((message) => message.tool_call_id === id).length
    if (count > 1) return [`${at} is answered ${count} times.`]
    return count === 1 || mayStayOpen ? [] : [`${at} is not answered right after.`]
  })
}

function toolMessageComplaints(
  messages: readonly Fields[],
  index: number,
  toleratesStrays: boolean,
): string[] {
  const message = fieldsOf(messages[index])
  if (message.role !== 'tool') return []
  const { tool_call_id: id } = message
  if (typeof id !== 'string' || id === '')
    return toleratesStrays ? [] : [`messages.${index} has no tool_call_id.`]
  const before = messages.slice(0, index)
  const owner = before.findLastIndex(({ role }) => role !== 'tool')
  if (callsOf(messages[owner]).some((call) => call.id === id)) return []
  const isStray = !before.flatMap(callsOf).some((call) => call.id === id)
  return toleratesStrays && isStray ? [] : [`messages.${index} answers no call right before it.`]
}

function orderComplaints(messages: readonly Fields[]): string[] {
  return messages.flatMap(({ role }, index) => {
    const before = messages[index - 1]?.role
    const isLateSystem = (role === 'system' || role === 'developer') && before === 'assistant'
    const isAfterTool = (role === 'system' || role === 'developer' || role === 'user') && before === 'tool'
    return isLateSystem || isAfterTool ? [`messages.${index} has role ${role} after role ${before}.`] : []
  })
}

function endComplaints(messages: readonly Fields[]): string[] {
  const last = messages.at(-1)
  if (last === undefined || last.role === 'user' || last.role === 'tool') return []
  if (last.role === 'assistant' && last.prefix === true) return []
  return [`messages.${messages.length - 1} may not be the last message.`]
}
