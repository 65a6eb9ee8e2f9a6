import { type Fields, fieldsOf, isFields, type Tail } from './request.ts'

/** Which API reads the request, and how the conversation ends. */
export interface ResponsesOptions {
  readonly api: 'openai-responses' | 'deepseek-responses'
  readonly tail: Tail
  /** Whether all that was ever refused counts: ids used again later, and calls whose reasoning may have been lost. */
  readonly isStrict?: boolean
}

interface Request extends ResponsesOptions {
  readonly items: readonly unknown[]
  readonly model: string
  readonly isUnstored: boolean
  readonly isIdle: boolean
  readonly isContinued: boolean
  /** Whether another maker's model is meant, whose server has forms of its own. */
  readonly isOthers: boolean
}

const ROLES: readonly unknown[] = ['user', 'assistant', 'system', 'developer']
const OTHERS = /^(?!~?openai\/(?!gpt-oss)|(?:ft:)?(?:gpt-(?!oss)|o\d|chatgpt-|codex-|computer-use-))./
const REASONS = /(^|\/)(gpt-5(?!.*-chat)|o\d)/
/** Since 5.1 the effort is `none` unless the body says otherwise, but for codex and pro. */
const EFFORTLESS = /(^|\/)gpt-5\.[1-9](?!.*(codex|pro))/
/** What a call and its output have in common, by the type of the item. */
const CALLS: Readonly<Record<string, string>> = {
  function_call: 'function',
  local_shell_call: 'function',
  custom_tool_call: 'custom',
  shell_call: 'shell',
  apply_patch_call: 'patch',
  computer_call: 'computer',
  tool_search_call: 'search',
}
const OUTPUTS: Readonly<Record<string, string>> = {
  function_call_output: 'function',
  local_shell_call_output: 'function',
  custom_tool_call_output: 'custom',
  shell_call_output: 'shell',
  apply_patch_call_output: 'patch',
  computer_call_output: 'computer',
  tool_search_output: 'search',
}
const LEGAL_NAME: Readonly<Record<string, RegExp>> = {
  message: /^msg[A-Za-z0-9_-]{0,61}$/,
  // Others than OpenAI make names of other kinds for it.
  reasoning: /^(?:rs[A-Za-z0-9_-]{0,62}|(?!rs).*)$/s,
  function_call: /^fc[A-Za-z0-9_-]{0,62}$/,
  custom_tool_call: /^ctc[A-Za-z0-9_-]{0,61}$/,
}

/** Lists what a Responses API would refuse in a request. */
export function responsesComplaints(document: unknown, options: ResponsesOptions): string[] {
  const request = readItems(document, options)
  if (request === undefined) return ['The document holds no list of items.']
  const positions = request.items.map((_, index) => index)
  return [
    ...request.items.flatMap((item, index) => itemComplaints(item, index, request)),
    ...positions.flatMap((index) => pairComplaints(request, index)),
    ...answersOf(request).flatMap((items) => repeats(items.map(calledId))),
    ...(request.api === 'openai-responses' && !request.isOthers ? nameComplaints(request) : []),
  ]
}

function calledId(item: unknown): unknown {
  return callOf(item) === undefined ? undefined : fieldsOf(item).call_id
}

/** The runs of items of the model's; all items at once to the strict. */
function answersOf({ items, isStrict }: Request): unknown[][] {
  if (isStrict) return [[...items]]
  const answers: unknown[][] = [[]]
  for (const item of items) {
    if (isModels(item)) answers.at(-1)?.push(item)
    else answers.push([])
  }
  return answers
}

function readItems(document: unknown, options: ResponsesOptions): Request | undefined {
  const body = Array.isArray(document) ? { input: document } : fieldsOf(document)
  const items = typeof body.input === 'string' ? [] : body.input
  if (!Array.isArray(items)) return undefined
  const { model, store, reasoning, previous_response_id: before, conversation } = body as Fields
  const isUnstored = store === false
  const isKept = [before, conversation].some((value) => value !== undefined && value !== null)
  return {
    ...options,
    items,
    model: typeof model === 'string' ? model : '',
    isOthers: options.api === 'openai-responses' && !options.isStrict && OTHERS.test(String(model ?? '')),
    isUnstored,
    isIdle: ['none', 'minimal'].includes(String(fieldsOf(reasoning).effort ?? usualEffort(model))),
    isContinued: isKept || (!isUnstored && items.some((item) => typeOf(item) === 'item_reference')),
  }
}

function usualEffort(model: unknown): string {
  return EFFORTLESS.test(String(model)) ? 'none' : 'medium'
}

/** The type of an item: a message needs none, and a name alone is a reference. */
function typeOf(item: unknown): string {
  const { type, id, ...rest } = fieldsOf(item)
  if (typeof type === 'string') return type
  const isNameOnly = typeof id === 'string' && id !== '' && Object.keys(rest).length === 0
  return isNameOnly ? 'item_reference' : 'message'
}

/** The kind of tool that an item calls; a search for tools that the provider runs is none. */
function callOf(item: unknown): string | undefined {
  return isHosted(item) ? undefined : CALLS[typeOf(item)]
}

function outputOf(item: unknown): string | undefined {
  return isHosted(item) ? undefined : OUTPUTS[typeOf(item)]
}

function isHosted(item: unknown): boolean {
  const { execution, call_id: id } = fieldsOf(item)
  const isSearch = typeOf(item).startsWith('tool_search')
  return isSearch && (execution === undefined ? typeof id !== 'string' : execution !== 'client')
}

function itemComplaints(item: unknown, index: number, { api, isOthers }: Request): string[] {
  const isOpenai = api === 'openai-responses' && !isOthers
  const at = `input.${index}`
  if (!isFields(item)) return [`${at} is not an object.`]
  const kind = callOf(item) ?? outputOf(item)
  if (typeOf(item) === 'message') {
    const known = ROLES.includes(item.role) ? [] : [`${at} has an unknown role.`]
    const isCalling = item.tool_calls !== undefined && item.tool_calls !== null
    const isEmpty = Array.isArray(item.tool_calls) && item.tool_calls.length === 0
    const calls = isCalling && !isEmpty ? [`${at} holds calls that are no items.`] : []
    return [
      ...known,
      ...calls,
      ...(!isOpenai && isNothing(item.content) ? [] : contentComplaints(item.content, at)),
      ...(isOpenai ? typeComplaints(item.content, item.role === 'assistant', at) : []),
    ]
  }
  if (kind === undefined) return []
  const { call_id: id } = item
  const isLegal = typeof id === 'string' && id !== '' && (!isOpenai || id.length <= 64)
  const isWordy = outputOf(item) === 'function' || outputOf(item) === 'custom'
  // An output with an id that is too long is refused together with its call.
  const isMissing = outputOf(item) === undefined ? !isLegal : typeof id !== 'string' || id === ''
  return [
    ...(isMissing ? [`${at} has an illegal call id.`] : []),
    ...(isWordy && !(!isOpenai && isNothing(item.output)) ? contentComplaints(item.output, at) : []),
    ...(api === 'openai-responses' ? argumentComplaints(item, at) : []),
    ...(isOpenai && isWordy ? typeComplaints(item.output, false, at) : []),
  ]
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

/** Words by the assistant are of another type than words to it; chat has types of its own. */
function typeComplaints(content: unknown, isAssistant: boolean, at: string): string[] {
  const wrong = ['text', 'image_url', isAssistant ? 'input_text' : 'output_text']
  const parts: unknown[] = Array.isArray(content) ? content : []
  const isWrong = parts.some(
    (part) => isFields(part) && (typeof part.type !== 'string' || wrong.includes(part.type)),
  )
  return isWrong ? [`${at} holds a part of a wrong type.`] : []
}

function argumentComplaints(item: Fields, at: string): string[] {
  const isText = typeOf(item) !== 'function_call' || typeof item.arguments === 'string'
  const isNamed = typeOf(item) !== 'function_call' || (typeof item.name === 'string' && item.name !== '')
  return [
    ...(isText ? [] : [`${at} has arguments that are no string.`]),
    ...(isNamed ? [] : [`${at} calls a tool without a name.`]),
  ]
}

function contentComplaints(content: unknown, at: string): string[] {
  if (typeof content === 'string') return []
  if (!Array.isArray(content)) return [`${at} says nothing that could be read.`]
  const isReadable = content.every(
    (part) => isFields(part) && (!/text$/.test(String(part.type)) || typeof part.text === 'string'),
  )
  return isReadable ? [] : [`${at} holds a part that cannot be read.`]
}

function pairComplaints(request: Request, index: number): string[] {
  const { items, api, isContinued } = request
  const item = items[index]
  const { call_id: id } = fieldsOf(item)
  const call = callOf(item)
  const output = outputOf(item)
  if (call !== undefined) {
    const isAnswer = (other: unknown): boolean => answers(other, item) && fieldsOf(other).call_id === id
    const isSame = (other: unknown): boolean => callOf(other) === call && fieldsOf(other).call_id === id
    const same = items.filter(isSame).length
    const count = items.filter(isAnswer).length
    // Codex's cells give notices: each is one more output of the same call.
    const mayRepeat = api === 'openai-responses' && fieldsOf(item).type === 'custom_tool_call'
    if (count > same && !mayRepeat) return [`input.${index} is answered ${count} times.`]
    const [from, to] = regionOf(request, index)
    const isFound = api === 'deepseek-responses' ? items.slice(from, to).some(isAnswer) : count >= same
    const mayStayOpen = request.tail === 'open' && count < same && to === items.length
    const isSearch = request.isOthers && /(?:^|\/)grok-/.test(request.model)
    return isFound || mayStayOpen || isSearch || runsElsewhere(item)
      ? []
      : [`input.${index} is not answered.`]
  }
  if (output === undefined) return []
  const isCalled = items.some((other) => answers(item, other) && fieldsOf(other).call_id === id)
  const isExcused = isContinued && !items.some((other) => isMeant(item, other, items))
  const isStranger = (other: unknown): boolean =>
    typeOf(other) !== 'message' && callOf(other) === undefined && outputOf(other) === undefined
  const isNamed = items.some((other) => isStranger(other) && fieldsOf(other).call_id === id && id)
  return isCalled || isExcused || isNamed ? [] : [`input.${index} answers no call.`]
}

/** Whether an output is of a kind that answers a call; a search by the client is answered like a function, too. */
function answers(output: unknown, call: unknown): boolean {
  const kind = outputOf(output)
  if (kind === undefined || callOf(call) === undefined) return false
  return kind === callOf(call) || (callOf(call) === 'search' && kind === 'function')
}

/** Whether an output names a call that waits in the request, but for a signature on either id. */
function isMeant(output: unknown, call: unknown, items: readonly unknown[]): boolean {
  const { call_id: id } = fieldsOf(call)
  const isAnswer = (other: unknown): boolean =>
    outputOf(other) !== undefined && fieldsOf(other).call_id === id
  if (callOf(call) === undefined || callOf(call) !== outputOf(output) || items.some(isAnswer)) return false
  return plain(id) !== '' && plain(id) === plain(fieldsOf(output).call_id)
}

function plain(id: unknown): string {
  return typeof id === 'string' ? (id.split('__thought__')[0] ?? '') : ''
}

/** A shell in a container is run by the provider. */
function runsElsewhere(item: unknown): boolean {
  const { type } = fieldsOf(fieldsOf(item).environment)
  return type !== undefined && type !== 'local'
}

/** Where the outputs stand that follow a call without anything between. */
function regionOf({ items, api }: Request, index: number): [from: number, to: number] {
  let from = index
  // DeepSeek turns a message into a turn of its own; to OpenAI it is one item among others.
  const joins = (item: unknown): boolean =>
    isModels(item) && (api === 'openai-responses' || typeOf(item) !== 'message')
  while (from < items.length && joins(items[from])) from++
  let to = from
  while (to < items.length && outputOf(items[to]) !== undefined) to++
  return [from, to]
}

function isModels(item: unknown): boolean {
  const type = typeOf(item)
  if (type === 'message') return fieldsOf(item).role === 'assistant' || isCalledModel(fieldsOf(item).role)
  const isOthers = ['mcp_approval_response', 'additional_tools', 'compaction_trigger'].includes(type)
  return isFields(item) && outputOf(item) === undefined && !isOthers
}

// A role that no API knows is refused anyway; what follows depends on who most likely spoke.
function isCalledModel(role: unknown): boolean {
  return ['model', 'ai', 'bot', 'chatbot', 'gpt', 'claude'].includes(String(role))
}

function repeats(values: readonly unknown[]): string[] {
  const given = values.filter((value) => typeof value === 'string' && value !== '')
  const repeated = given.filter((value, index) => given.indexOf(value) < index)
  return repeated.map((value) => `The id \`${value}\` is used twice.`)
}

function nameComplaints(request: Request): string[] {
  const { items } = request
  return [
    ...repeats(items.map(ownNameOf)),
    ...items.flatMap((item, index) => formComplaints(item, index, request.isStrict === true)),
    ...items.flatMap((item, index) => storeComplaints(request, item, index)),
    ...chainComplaints(request),
  ]
}

function ownNameOf(item: unknown): string | undefined {
  const { id, type, role, content } = fieldsOf(item)
  // What does not tell what it is, is refused for that alone.
  if ([type, role, content].every((value) => value === undefined) && typeOf(item) === 'message')
    return undefined
  // The output of a local shell call names the call, and the call needs its name.
  const isFree = typeof id === 'string' && id !== '' && !typeOf(item).startsWith('local_shell')
  return isFree ? id : undefined
}

function formComplaints(item: unknown, index: number, isStrict: boolean): string[] {
  const name = ownNameOf(item)
  const legal = LEGAL_NAME[typeOf(item)]
  const isForeign = isStrict && typeOf(item) === 'reasoning' && name?.startsWith('rs') === false
  return name === undefined || legal === undefined || (legal.test(name) && !isForeign)
    ? []
    : [`input.${index} has a bad id.`]
}

function storeComplaints({ isUnstored }: Request, item: unknown, index: number): string[] {
  const isLost = typeOf(item) === 'item_reference' || (typeOf(item) === 'reasoning' && !isSealed(item))
  return isUnstored && isLost && ownNameOf(item) !== undefined ? [`input.${index} is not stored.`] : []
}

function isSealed(item: unknown): boolean {
  const { encrypted_content: seal } = fieldsOf(item)
  return typeof seal === 'string' && seal !== ''
}

/** Reasoning with an id is followed by what it led to, and a named call of a reasoning model has it before it. */
function chainComplaints(request: Request): string[] {
  const { items, model, isUnstored, isIdle, isContinued, tail } = request
  const list: string[] = []
  // Others cannot be told from calls that were made without any reasoning.
  let isReasoned = request.isStrict !== true || !REASONS.test(model) || isIdle || isUnstored || isContinued
  const always = isReasoned
  for (const [index, item] of items.entries()) {
    const type = typeOf(item)
    const next = items[index + 1]
    const isLast = index + 1 === items.length
    if (
      type === 'message' &&
      !isModels(item) &&
      !['system', 'developer'].includes(String(fieldsOf(item).role))
    )
      isReasoned = always
    if (type === 'reasoning') {
      isReasoned = true
      // Without words of its own, it is tied to the very item that followed, by its name.
      // One that the provider keeps is tied to a message in any case.
      const mayBeNameless = isSealed(item) && (isUnstored || typeOf(next) !== 'message')
      const isTied = !mayBeNameless && typeof fieldsOf(next).id !== 'string'
      const isFollowed = isLast ? tail !== 'closed' : isModels(next) && !isTied
      if (ownNameOf(item) !== undefined && !isFollowed) list.push(`input.${index} is followed by nothing.`)
    }
    const isSaid = type === 'message' && fieldsOf(item).role === 'assistant'
    if ((callOf(item) !== undefined || isSaid) && ownNameOf(item) !== undefined && !isReasoned)
      list.push(`input.${index} lacks its reasoning.`)
  }
  return list
}
