import { type Fields, fieldsOf, isFields, type Request } from './request.ts'

/** What some of the APIs demand of each message besides pairs, ids and order. */
export interface Demands {
  /** The roles whose content is one string, all unless told, and whether null beside calls counts as none. */
  readonly text?: {
    readonly roles?: readonly string[]
    readonly besideCalls: boolean
    /** Images have a place of their own, so that no list is needed. */
    readonly always?: boolean
  }
  /** An assistant message must hold something; beside calls too, or only without them. */
  readonly filled?: 'always' | 'without calls'
  /** The members that a message may have. */
  readonly members?: readonly string[]
  /** The members that are on record as refused, or follow from the schema, by role. */
  readonly strangers?: Readonly<Record<string, readonly string[]>>
  readonly noEmptyText?: boolean
  /** Each part of a content says its type. */
  readonly typedParts?: boolean
  /** No media in results; `but images`: others than images. */
  readonly noImageInResult?: boolean | 'but images'
  readonly jsonArguments?: boolean
  /** An empty string counts as broken JSON. */
  readonly noEmptyArguments?: boolean
  readonly objectArguments?: boolean
  readonly textArguments?: boolean
  /** In thinking mode each message with calls carries its reasoning. */
  readonly reasoning?: boolean
  readonly user?: boolean
  /** Only the assistant’s messages may call. */
  readonly onlyModelCalls?: boolean
  /** What the name of a tool must look like. */
  readonly name?: RegExp
  /** What a result calls its tool must look like it, too. */
  readonly namesResults?: boolean
}

/** Lists what a message breaks of these demands. */
export function demandComplaints(
  message: Fields,
  at: string,
  demands: Demands,
  isThinking: boolean,
): string[] {
  const { text, filled, members } = demands
  const isModels = message.role === 'assistant'
  const complaints: (string | false | undefined)[] = [
    text !== undefined && isConcerned(message, text) && !isText(message, text) && 'is not one string',
    filled !== undefined && isModels && isEmpty(message, filled) && 'holds nothing',
    members &&
      // Where reasoning is wanted, it goes along.
      Object.keys(message).some(
        (name) =>
          !members.includes(name) && !(demands.reasoning && isThinking && name === 'reasoning_content'),
      ) &&
      'has a stranger',
    demands.strangers?.[String(message.role)]?.some(
      (name) => message[name] !== undefined && !isSaid(message, name),
    ) && 'has a stranger',
    demands.typedParts &&
      Array.isArray(message.content) &&
      message.content.some((part) => isFields(part) && typeof part.type !== 'string') &&
      'holds a part without a type',
    demands.onlyModelCalls &&
      message.role === 'user' &&
      callsIn(message).length > 0 &&
      'is a user that calls',
    demands.noEmptyText && message.role !== 'tool' && hasEmptyText(message) && 'holds an empty text',
    demands.noImageInResult &&
      message.role === 'tool' &&
      hasMedia(message, demands.noImageInResult === 'but images') &&
      'is a result with an image',
    demands.namesResults &&
      message.role === 'tool' &&
      typeof message.name === 'string' &&
      message.name !== '' &&
      demands.name?.test(message.name) === false &&
      'has an illegal name',
    demands.reasoning && isThinking && lacksReasoning(message) && 'has calls without reasoning',
  ]
  return complaints.filter((said) => typeof said === 'string').map((said) => `${at} ${said}.`)
}

/** Lists what a call breaks of these demands. */
export function calledComplaints(call: Fields, place: string, demands: Demands): string[] {
  const { arguments: given, name } = fieldsOf(isFields(call.custom) ? call.custom : call.function)
  const isNamed = demands.name === undefined || (typeof name === 'string' && demands.name.test(name))
  return [
    ...(isNamed ? [] : [`${place} has an illegal name.`]),
    ...wrongArguments(call, given, place, demands),
  ]
}

function wrongArguments(call: Fields, given: unknown, place: string, demands: Demands): string[] {
  if (demands.objectArguments && !isFields(given)) return [`${place} has arguments that are no object.`]
  if (demands.textArguments && !isFields(call.custom) && typeof given !== 'string')
    return [`${place} has arguments that are no string.`]
  const isNothing = given === '' && demands.noEmptyArguments
  if (!demands.jsonArguments || isFields(call.custom) || (isJson(given) && !isNothing)) return []
  return [`${place} has arguments that are no JSON.`]
}

/** Whether the model thinks: as the body says, else as the model does by default. */
export function isThinking({ body, model }: Request): boolean {
  const { type: thinking } = fieldsOf(body.thinking)
  if (thinking !== undefined) return thinking === 'enabled'
  if (model.startsWith('deepseek-')) return !model.startsWith('deepseek-chat')
  return model.startsWith('kimi-') && (/^kimi-k2\.[5-9]/.test(model) || model.includes('thinking'))
}

function itemsOf({ content }: Fields): Fields[] {
  return Array.isArray(content) ? content.map(fieldsOf) : []
}

function callsIn({ tool_calls: calls }: Fields): Fields[] {
  return Array.isArray(calls) ? calls.filter(isFields) : []
}

type TextDemand = NonNullable<Demands['text']>

function isConcerned({ role }: Fields, { roles }: TextDemand): boolean {
  return roles === undefined || roles.includes(String(role))
}

/** A list with more than words in it is not judged: nothing can be done about it. */
function isText(message: Fields, { besideCalls, always }: TextDemand): boolean {
  const { content } = message
  if (always && Array.isArray(content)) return false
  if (content === null && callsIn(message).length > 0) return !besideCalls
  return !Array.isArray(content) || !itemsOf(message).every(({ type }) => type === 'text')
}

/** What a message says elsewhere than in its content is nobody's to drop. */
function isSaid(message: Fields, name: string): boolean {
  const isElsewhere = ['function_call', 'audio', 'refusal'].includes(name)
  return isElsewhere && message[name] !== undefined && message[name] !== null
}

function isEmpty(message: Fields, filled: 'always' | 'without calls'): boolean {
  const { content } = message
  if (callsIn(message).length > 0) {
    const isNothing = content === null || content === undefined || (Array.isArray(content) && !content.length)
    return filled === 'always' && isNothing
  }
  const others = [message.function_call, message.audio, message.refusal]
  const hasOther = others.some((other) => other !== undefined && other !== null)
  return !hasOther && (content === '' || (Array.isArray(content) && content.length === 0))
}

function hasEmptyText(message: Fields): boolean {
  return itemsOf(message).some(({ type, text }) => type === 'text' && text === '')
}

function hasMedia(message: Fields, mayShow: boolean): boolean {
  const kinds = mayShow ? ['input_audio', 'file'] : ['image_url', 'input_audio', 'file']
  return itemsOf(message).some(({ type }) => kinds.includes(String(type)))
}

function lacksReasoning(message: Fields): boolean {
  const hasCalls = message.role === 'assistant' && callsIn(message).length > 0
  return hasCalls && typeof message.reasoning_content !== 'string'
}

function isJson(given: unknown): boolean {
  if (typeof given !== 'string') return false
  try {
    return given === '' || JSON.parse(given) !== undefined
  } catch {
    return false
  }
}
