import { type ChatApi, type Profile, profiles } from './openai-chat-apis.ts'
import { calledComplaints, demandComplaints, isThinking } from './openai-chat-content.ts'
import { type Fields, fieldsOf, isFields, type Request, type Tail } from './request.ts'

/** Which API reads the request, and how the conversation ends. */
export interface ChatOptions {
  readonly api: ChatApi
  readonly tail: Tail
}

const ROLES: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function']
const OLLAMA_TAG = /^(?!ft:)[\w./-]+:[\w.-]+$/
/** Anyone may run these models, behind servers that look at no pairs. */
const OPEN_MODELS =
  /(?:^|[/_.-])(?:gpt-oss|llama|gemma|qwen|qwq|deepseek|kimi|minimax|glm|mi[sx]tral|ministral|devstral|phi|nemotron|granite|hermes|olmo|mimo|ernie|hunyuan|seed-oss|command-r|exaone|falcon)(?![a-z])/i
const OPENAI_LIKE: readonly ChatApi[] = ['openai', 'azure-openai', 'openrouter']

/** The first reasoning models, which took neither system nor developer messages; a router may rewrite them. */
const UNTOLD = /^o1-(?:mini|preview)/

/** Lists what a Chat Completions API would refuse in a request. */
export function chatComplaints(request: Request, { api, tail }: ChatOptions): string[] {
  const profile = profileFor(api, request.model)
  const messages = request.messages.map(fieldsOf)
  const toleratesStrays = OPENAI_LIKE.includes(api) && OLLAMA_TAG.test(request.model)
  const start = tail === 'open' ? startOfWait(messages) : messages.length
  const single = request.messages.flatMap((message, index) =>
    // While results are on their way, an image has no other place yet, and nothing is sent.
    messageComplaints(
      message,
      index,
      index < start ? profile : { ...profile, noImageInResult: false },
      isThinking(request),
    ),
  )
  if (profile.isUnpaired) return single
  return [
    ...single,
    ...(OPENAI_LIKE.includes(api) && UNTOLD.test(request.model) ? instructionComplaints(messages) : []),
    ...(profile.noEmptyTools && isEmptyList(request.body.tools) ? ['The list of tools is empty.'] : []),
    ...(profile.wantsParameters && hasBareFunction(request.body.tools)
      ? ['A function has no parameters.']
      : []),
    ...(isForced(request, profile) ? ['A model that thinks is made to call.'] : []),
    ...(profile.mayStray ? [] : pairComplaints(messages, tail, toleratesStrays, profile)),
    ...(profile.namesCalls ? namelessComplaints(messages) : []),
    ...(profile.isOrdered ? orderComplaints(messages, profile.isBridged === true) : []),
    ...(profile.isOrdered && tail === 'closed' ? endComplaints(messages) : []),
    ...(profile.user ? userComplaints(messages) : []),
    ...(profile.isAlternating ? alternationComplaints(messages) : []),
  ]
}

function pairComplaints(
  messages: readonly Fields[],
  tail: Tail,
  toleratesStrays: boolean,
  profile: Profile,
): string[] {
  return [
    ...repeatedIdComplaints(messages, profile),
    ...messages.flatMap((_, index) => answerComplaints(messages, index, tail, profile)),
    ...messages.flatMap((_, index) => toolMessageComplaints(messages, index, toleratesStrays, profile)),
  ]
}

function namelessComplaints(messages: readonly Fields[]): string[] {
  return messages.flatMap((message, index) => {
    const isNameless = message.role === 'tool' && !message.tool_call_id
    return isNameless || callsOf(message).some(({ id }) => !id) ? [`messages.${index} names no call.`] : []
  })
}

function instructionComplaints(messages: readonly Fields[]): string[] {
  return messages.flatMap(({ role }, index) =>
    role === 'system' || role === 'developer' ? [`messages.${index} is an instruction.`] : [],
  )
}

/** The demands on a model: those of OpenAI's own are not known of other makers' behind the same API. */
function profileFor(api: ChatApi, model: string): Profile {
  const profile = profiles[api]
  const isOthers =
    (api === 'openai' || api === 'openrouter') &&
    /^(?!~?openai\/(?!gpt-oss)|(?:ft:)?(?:gpt-(?!oss)|o\d|chatgpt-|codex-|computer-use-))./.test(model)
  const mild = {
    id: /^.+$/s,
    name: /^.+$/s,
    noEmptyTools: false,
    mayCallNothing: 'always',
    mayBeNull: true,
    noImageInResult: false,
    typedParts: false,
    mayLackId: /(?:^|\/)gemini/.test(model),
    mayStray: OPEN_MODELS.test(model),
  } as const
  const isOlder = /^(?:.*\/)?(?:ft:)?(?:gpt-[34]|o[134]\b|chatgpt-4)/.test(model)
  const mayShow = profile.noImageInResult && api !== 'everywhere' && !isOlder
  return {
    ...profile,
    ...(mayShow ? { noImageInResult: 'but images' as const } : {}),
    ...(isOthers ? mild : {}),
  }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function hasBareFunction(tools: unknown): boolean {
  if (!Array.isArray(tools)) return false
  const functions = tools.map((tool) => fieldsOf(tool).function).filter(isFields)
  return functions.some(({ parameters }) => parameters === undefined || parameters === null)
}

function isForced(request: Request, { noForcedThought }: Profile): boolean {
  const choice = request.body.tool_choice
  if (noForcedThought === undefined || !isThinking(request)) return false
  if (choice === 'required') return noForcedThought === 'always' || !request.model.includes('k3')
  return isFields(choice) && (isFields(choice.function) || isFields(choice.custom))
}

function messageComplaints(message: unknown, index: number, profile: Profile, isThinking: boolean): string[] {
  const at = `messages.${index}`
  if (!isFields(message)) return [`${at} is not an object.`]
  const isRefused = profile.noDeveloper && message.role === 'developer'
  // A server hands any role on to the template; calls are the model's alone.
  const isStranger = profile.anyRole && !Array.isArray(message.tool_calls)
  const isKnown =
    (ROLES.includes(message.role) && !isRefused) || (profile.isUnpaired && !profile.anyRole) || isStranger
  // Ollama reads every message into the same Go struct (`api/types.go`), whatever its role.
  const mayCall = message.role === 'assistant' || profile.isUnpaired
  return [
    ...(isKnown ? [] : [`${at} has an unknown role.`]),
    ...contentComplaints(message, at, profile),
    ...demandComplaints(message, at, profile, isThinking),
    ...(mayCall ? callListComplaints(message, at, profile) : []),
  ]
}

function contentComplaints(message: Fields, at: string, profile: Profile): string[] {
  const { isUnpaired, mayBeNull } = profile
  const { content } = message
  if (typeof content === 'string') return []
  if (content === null || content === undefined) {
    return isUnpaired || mayBeNull || mayLackContent(message, profile) ? [] : [`${at} has no content.`]
  }
  const isList = Array.isArray(content) && content.every(isFields)
  return isList ? [] : [`${at}.content is no string or list of objects.`]
}

function mayLackContent(message: Fields, { mayListNothing }: Profile): boolean {
  if (message.role !== 'assistant') return false
  const others = [message.function_call, message.audio, message.refusal]
  if (mayListNothing && Array.isArray(message.tool_calls)) return true
  return callsOf(message).length > 0 || others.some((other) => other !== undefined && other !== null)
}

function callListComplaints(message: Fields, at: string, profile: Profile): string[] {
  const { tool_calls: calls } = message
  if (calls === undefined || calls === null) return []
  if (!Array.isArray(calls)) return [`${at}.tool_calls is no list.`]
  if (calls.length === 0)
    return mayCallNothing(message, profile) ? [] : [`${at}.tool_calls is an empty list.`]
  return calls.flatMap((call: unknown, index) => {
    const place = `${at}.tool_calls.${index}`
    if (!isFields(call)) return [`${place} is not an object.`]
    if (!isCall(call)) return [`${place} calls nothing.`]
    const isLegal =
      profile.isUnpaired ||
      ((profile.mayLackId || profile.mayStray) && !call.id) ||
      (typeof call.id === 'string' && profile.id.test(call.id))
    return [
      ...(isLegal ? [] : [`${place} has an illegal call id.`]),
      ...calledComplaints(call, place, profile),
    ]
  })
}

function mayCallNothing({ content }: Fields, { isUnpaired, mayCallNothing }: Profile): boolean {
  if (isUnpaired || mayCallNothing === 'always') return true
  const isSaid =
    typeof content === 'string' ? content.trim() !== '' : Array.isArray(content) && content.some(says)
  return mayCallNothing === 'beside words' && isSaid
}

function says(part: unknown): boolean {
  const { type, text } = fieldsOf(part)
  return type !== 'text' || (typeof text === 'string' && text.trim() !== '')
}

function callsOf(message: Fields | undefined): Fields[] {
  if (message?.role !== 'assistant' || !Array.isArray(message.tool_calls)) return []
  return message.tool_calls.map(fieldsOf).filter(isCall)
}

/** Whether what stands where the tool should be can be one, or nothing stands there. */
function isCall({ function: called, custom }: Fields): boolean {
  return called === undefined || called === null || isFields(called) || isFields(custom)
}

function repeatedIdComplaints(
  messages: readonly Fields[],
  { isUniqueInRequest, mayRepeatIds, mayLackId }: Profile,
): string[] {
  if (mayRepeatIds) return []
  const scopes = isUniqueInRequest ? [messages.flatMap(callsOf)] : messages.map(callsOf)
  return scopes.flatMap((calls) => {
    const ids = calls.map((call) => call.id).filter((id) => !mayLackId || id)
    const repeated = ids.filter((id, index) => ids.indexOf(id) < index)
    return repeated.map((id) => `The call id \`${id}\` is used twice.`)
  })
}

/** Where the results at the end begin, if a call before them still waits for its own; else the end. */
function startOfWait(messages: readonly Fields[]): number {
  const last = messages.findLastIndex(({ role }) => role !== 'tool')
  const answered = new Set(messages.slice(last + 1).map((message) => message.tool_call_id))
  const isWaiting = callsOf(messages[last]).some(({ id }) => !answered.has(id))
  return isWaiting ? last + 1 : messages.length
}

function answerComplaints(
  messages: readonly Fields[],
  index: number,
  tail: Tail,
  { mayRepeatIds, mayLackId }: Profile,
): string[] {
  const behind = messages.slice(index + 1)
  const end = behind.findIndex(({ role }) => role !== 'tool')
  const run = end === -1 ? behind : behind.slice(0, end)
  const mayStayOpen = tail === 'open' && end === -1
  const calls = callsOf(messages[index])
  return calls.flatMap(({ id }, position) => {
    const at = `messages.${index}.tool_calls.${position}`
    const nameless = calls.filter((call) => !call.id).length
    if (mayLackId && !id && run.filter((message) => !message.tool_call_id).length >= nameless) return []
    const same = calls.filter((call) => call.id === id).length
    const count = run.filter((message) => message.tool_call_id === id).length
    if (mayRepeatIds && same > 1 && (same === count || (mayStayOpen && same > count))) return []
    if (mayRepeatIds && same > count && !mayStayOpen) return [`${at} is not answered right after.`]
    if (count > 1) return [`${at} is answered ${count} times.`]
    return count === 1 || mayStayOpen ? [] : [`${at} is not answered right after.`]
  })
}

function toolMessageComplaints(
  messages: readonly Fields[],
  index: number,
  toleratesStrays: boolean,
  { mayLackId }: Profile,
): string[] {
  const message = fieldsOf(messages[index])
  if (message.role !== 'tool') return []
  const { tool_call_id: id } = message
  if (typeof id !== 'string' || id === '')
    return toleratesStrays || mayLackId ? [] : [`messages.${index} has no tool_call_id.`]
  const before = messages.slice(0, index)
  const owner = before.findLastIndex(({ role }) => role !== 'tool')
  if (callsOf(messages[owner]).some((call) => call.id === id)) return []
  const isStray = !before.flatMap(callsOf).some((call) => call.id === id)
  return toleratesStrays && isStray ? [] : [`messages.${index} answers no call right before it.`]
}

function orderComplaints(messages: readonly Fields[], isBridged: boolean): string[] {
  return messages.flatMap(({ role }, index) => {
    const before = messages[index - 1]?.role
    const isLateSystem = (role === 'system' || role === 'developer') && before === 'assistant'
    const isAfterTool =
      (role === 'system' || role === 'developer' || (isBridged && role === 'user')) && before === 'tool'
    return isLateSystem || isAfterTool ? [`messages.${index} has role ${role} after role ${before}.`] : []
  })
}

function endComplaints(messages: readonly Fields[]): string[] {
  const last = messages.at(-1)
  if (last === undefined || last.role === 'user' || last.role === 'tool') return []
  if (last.role === 'assistant' && last.prefix === true) return []
  return [`messages.${messages.length - 1} may not be the last message.`]
}

function userComplaints(messages: readonly Fields[]): string[] {
  if (messages.length === 0 || messages.some(({ role }) => role === 'user')) return []
  return ['messages.0 and what follows: no user speaks.']
}

function alternationComplaints(messages: readonly Fields[]): string[] {
  const speech = messages.flatMap((message, index) => {
    const isModels = message.role === 'assistant' && callsOf(message).length === 0
    return message.role === 'user' || isModels ? [{ role: message.role, index }] : []
  })
  return speech.flatMap(({ role, index }, position) => {
    const before = speech[position - 1]?.role ?? 'assistant'
    return role === before ? [`messages.${index} has role ${String(role)} out of turn.`] : []
  })
}
