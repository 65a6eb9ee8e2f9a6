import { converseSystemComplaints } from './bedrock-system.ts'
import { converseThinkingComplaints } from './bedrock-thinking.ts'
import { type Fields, fieldsOf, isFields, isWellFormed, type Request, type Tail } from './request.ts'

interface Block {
  readonly at: string
  readonly fields: Fields
}

const LEGAL_ID = /^[a-zA-Z0-9_-]{1,64}$/
const NO_PREFILL = /claude-[a-z]+-(?:4-(?:[6-9]|[1-9]\d)|[5-9]|[1-9]\d)(?!\d)/
/** Models that take words or calls in one message, but not both. */
const TERSE = /(^|[./])(meta\.llama|mistral\.)/
/** Models that take results or words in one message, but not both. */
const APART = /(^|[./])(meta\.llama|mistral\.|writer\.)/
const KINDS = [
  'text',
  'toolUse',
  'toolResult',
  'image',
  'document',
  'video',
  'audio',
  'reasoningContent',
  'cachePoint',
  'guardContent',
  'citationsContent',
  'searchResult',
  'toolAddition',
  'toolRemoval',
]

/** What Claude alone minds, or what only was refused once: others have been seen to take it. */
const DISPUTED = ['is a blank text.', 'stands behind other content.', 'follows a call in its message.']

/** Lists what the Converse API would refuse in a request; `isStrict`: with any model, and in former years. */
export function converseComplaints({ messages, body }: Request, tail: Tail, isStrict = false): string[] {
  const model = typeof body.modelId === 'string' ? body.modelId : ''
  // The docs contradict each other about the characters of ids.
  const isTaken = (text: string): boolean =>
    (!isStrict && text.endsWith('illegal call id.')) ||
    (!isStrict &&
      DISPUTED.some((end, index) => (index === 0 || !model.includes('claude')) && text.endsWith(end)))
  return [
    ...paired(messages, model, tail).filter((text) => !isTaken(text)),
    ...(model.includes('claude') || isStrict ? messages.flatMap(spaceComplaints) : []),
    ...orderComplaints(messages, model, isStrict),
    ...(isStrict ? repeatedIdComplaints(messages) : []),
    ...toolComplaints(messages, body),
    ...systemComplaints(body),
    ...messages.flatMap((message, index) => nameComplaints(message, index, isStrict)),
    ...sameNameComplaints(messages, isStrict),
    ...converseSystemComplaints(messages, model, isStrict),
    ...(model.includes('claude') ? claudeComplaints(messages, body, tail) : []),
    ...(tail === 'closed' ? endComplaints(messages, model, isThinking(body)) : []),
    ...(tail === 'closed' && !isThinking(body) ? trailingComplaints(messages, model) : []),
  ]
}

/** Nova takes images inside results, and nothing else that is shown. */
function mediaComplaints(messages: readonly unknown[], tail: Tail): string[] {
  const judged = tail === 'open' ? messages.slice(0, startOfWait(messages)) : messages
  return judged.flatMap(resultsOf).flatMap(({ at, fields }) => {
    const { content } = fieldsOf(fields.toolResult)
    const pieces: unknown[] = Array.isArray(content) ? content : []
    const isMore = pieces.some(
      (piece) => isFields(fieldsOf(piece).document) || isFields(fieldsOf(piece).video),
    )
    return isMore ? [`${at} is a result with a document or a video.`] : []
  })
}

/** Where results stand while others of their turn are on their way: nothing is sent yet. */
function startOfWait(messages: readonly unknown[]): number {
  const last = messages.findLastIndex((message) => fieldsOf(message).role === 'assistant')
  const answers = messages.slice(last + 1)
  const given = answers.flatMap(resultsOf).map(idOf)
  const isWaiting =
    answers.every(holdsResultsOnly) &&
    callsOf(messages[last], last).some((call) => !given.includes(idOf(call)))
  return isWaiting ? last : messages.length
}

/** A message of white space alone. */
function spaceComplaints(message: unknown, index: number): string[] {
  const blocks = blocksIn(message, '')
  const isSpace = blocks.every(({ fields: { text } }) => typeof text === 'string' && text.trim() === '')
  return isSpace && blocks.length > 0 ? [`messages.${index} holds only white space.`] : []
}

/** Lists what is refused about single messages, and about calls and results. */
function paired(messages: readonly unknown[], model: string, tail: Tail): string[] {
  return [
    ...messages.flatMap(messageComplaints),
    ...messages.flatMap((message) => repeatedIdComplaints([message])),
    ...messages.flatMap((message, index) => callComplaints(message, messages, index, tail)),
    ...messages.flatMap((message, index) => resultComplaints(message, index, messages)),
    ...(APART.test(model) ? messages.flatMap(mixtureComplaints) : []),
    ...(TERSE.test(model) ? messages.flatMap(chatterComplaints) : []),
    ...(/amazon\.nova/.test(model) ? mediaComplaints(messages, tail) : []),
  ]
}

function chatterComplaints(message: unknown, index: number): string[] {
  const at = `messages.${index}`
  const blocks = blocksIn(message, at).map(({ fields }) => fields)
  const isSaying = blocks.some(({ text, image, document, video }) =>
    [text, image, document, video].some((value) => value !== undefined && value !== null),
  )
  const isMixed = fieldsOf(message).role === 'assistant' && blocks.some(isCall) && isSaying
  return isMixed ? [`${at} holds words beside calls.`] : []
}

/** A profile or a model of one's own does not tell who made it; nobody knows what that one refuses. */
function isOwnModel(model: string): boolean {
  return model.startsWith('arn:') && /application-inference-profile|provisioned|custom|prompt/.test(model)
}

/** Lists what Claude refuses by itself, whoever is in front of it. */
function claudeComplaints(messages: readonly unknown[], body: Fields, tail: Tail): string[] {
  return [
    ...converseThinkingComplaints(messages, body, tail),
    ...errorComplaints(messages, tail),
    ...markComplaints(messages, body),
  ]
}

function markComplaints(messages: readonly unknown[], body: Fields): string[] {
  const lists = [
    body.system,
    fieldsOf(body.toolConfig).tools,
    ...messages.map((one) => fieldsOf(one).content),
  ]
  const marks = lists.flat().filter((entry) => isFields(entry) && isFields(entry.cachePoint))
  return marks.length > 4 ? [`${marks.length} cache points are set.`] : []
}

/** While other results are on their way, an error may still hold more than text: nothing is sent yet. */
function errorComplaints(messages: readonly unknown[], tail: Tail): string[] {
  const last = messages.findLastIndex((message) => fieldsOf(message).role === 'assistant')
  const answers = messages.slice(last + 1)
  const given = answers.flatMap(resultsOf).map(idOf)
  const isWaiting =
    tail === 'open' &&
    answers.every(holdsResultsOnly) &&
    callsOf(messages[last], last).some((call) => !given.includes(idOf(call)))
  const judged = isWaiting ? messages.slice(0, last) : messages
  return judged.flatMap(resultsOf).flatMap(({ at, fields }) => {
    const { status, content } = fieldsOf(fields.toolResult)
    const pieces: unknown[] = Array.isArray(content) ? content : []
    const hasMore = pieces.some(
      (piece) => isFields(piece) && piece.text === undefined && piece.json === undefined,
    )
    return status === 'error' && hasMore ? [`${at} is an error result with more than text.`] : []
  })
}

function isThinking(body: Fields): boolean {
  const { type } = fieldsOf(fieldsOf(body.additionalModelRequestFields).thinking)
  return type === 'enabled' || type === 'adaptive'
}

function messageComplaints(message: unknown, index: number): string[] {
  const at = `messages.${index}`
  if (!isFields(message)) return [`${at} is not an object.`]
  const { role, content } = message
  return [
    ...(['user', 'assistant', 'system'].includes(String(role)) ? [] : [`${at} has an unknown role.`]),
    ...(Array.isArray(content) ? [] : [`${at}.content is no list.`]),
    ...(Array.isArray(content) && content.length === 0 ? [`${at}.content is empty.`] : []),
    ...blocksIn(message, at).flatMap((block) => blockComplaints(role, block)),
    ...documentComplaints(blocksIn(message, at), at),
  ]
}

function blocksIn(message: unknown, at: string): Block[] {
  const { content } = fieldsOf(message)
  if (!Array.isArray(content)) return []
  return content.map((block: unknown, index) => ({
    at: `${at}.content.${index}`,
    fields: isFields(block) ? block : { broken: block },
  }))
}

function blockComplaints(role: unknown, { at, fields }: Block): string[] {
  const kinds = KINDS.filter((kind) => fields[kind] !== undefined && fields[kind] !== null)
  const [kind] = kinds
  if ('broken' in fields || kinds.length > 1) return [`${at} is no block.`]
  if (kind === 'text') return textComplaints(fields.text, at)
  if (kind !== undefined && !isFields(fields[kind])) return [`${at} is no block.`]
  const said = kind === 'toolUse' ? fieldsOf(fields.toolUse).input : fields
  const broken = isWellFormed(said) ? [] : [`${at} holds a lone surrogate.`]
  if (isWordless(fields)) return [...broken, `${at} is reasoning without a text.`]
  if (isCall(fields)) return [...broken, ...toolUseComplaints(role, fieldsOf(fields.toolUse), at)]
  if (isResult(fields)) return [...broken, ...toolResultComplaints(role, fieldsOf(fields.toolResult), at)]
  return broken
}

function isWordless({ reasoningContent }: Fields): boolean {
  const { reasoningText } = fieldsOf(reasoningContent)
  return isFields(reasoningText) && (reasoningText.text === undefined || reasoningText.text === null)
}

function textComplaints(text: unknown, at: string): string[] {
  if (typeof text !== 'string') return [`${at} is no text.`]
  if (text === '') return [`${at} is an empty text.`]
  if (text.trim() === '') return [`${at} is a blank text.`]
  return text.isWellFormed() ? [] : [`${at} holds a lone surrogate.`]
}

/** A tool that the provider runs is no matter of the client. */
function isCall(fields: Fields): boolean {
  return isFields(fields.toolUse) && (!fields.toolUse.type || fields.toolUse.type === 'tool_use')
}

function isResult(fields: Fields): boolean {
  const { type } = fieldsOf(fields.toolResult)
  return isFields(fields.toolResult) && (typeof type !== 'string' || type === 'tool_result' || type === '')
}

function toolUseComplaints(role: unknown, { toolUseId, name, input }: Fields, at: string): string[] {
  const isLegal = typeof toolUseId === 'string' && LEGAL_ID.test(toolUseId)
  const isNamed = typeof name === 'string' && LEGAL_ID.test(name)
  return [
    ...(role === 'assistant' ? [] : [`${at} is a call outside an assistant message.`]),
    ...(isLegal ? [] : [toolUseId ? `${at} has an illegal call id.` : `${at} has no call id.`]),
    ...(isNamed ? [] : [`${at} has an illegal name.`]),
    ...(isFields(input) ? [] : [`${at} has an input that is no object.`]),
  ]
}

function toolResultComplaints(role: unknown, { content, status }: Fields, at: string): string[] {
  const pieces: unknown[] = Array.isArray(content) ? content : []
  return [
    ...(role === 'user' ? [] : [`${at} is a result outside a user message.`]),
    ...(Array.isArray(content) ? [] : [`${at} is a result whose content is no list.`]),
    ...(status === 'error' && pieces.length === 0 ? [`${at} is an error result without content.`] : []),
    ...pieces.flatMap((piece) => {
      if (!isFields(piece)) return [`${at} holds what is no block.`]
      const isBroken = piece.json !== undefined && !isFields(piece.json)
      const broken = isBroken ? [`${at} holds JSON that is no object.`] : []
      return [...broken, ...(piece.text === undefined ? [] : textComplaints(piece.text, at))]
    }),
  ]
}

function documentComplaints(blocks: readonly Block[], at: string): string[] {
  const hasDocument = blocks.some(({ fields }) => fields.document !== undefined)
  const others = ['guardContent', 'citationsContent', 'searchResult']
  const maySpeak = blocks.some(
    ({ fields }) =>
      (typeof fields.text === 'string' && fields.text.trim() !== '') ||
      others.some((kind) => fields[kind] !== undefined),
  )
  return hasDocument && !maySpeak ? [`${at} holds a document without a text.`] : []
}

/** Names of documents have few characters, and one space at a time; of letters of other scripts nothing is certain. */
function nameComplaints(message: unknown, index: number, isStrict: boolean): string[] {
  return blocksIn(message, `messages.${index}`).flatMap(({ at, fields }) => {
    const names = documentNamesIn(fields)
    const isWrong = (name: unknown): boolean =>
      typeof name === 'string' &&
      (/\s\s/.test(name) ||
        [...name].some((one) =>
          one > '~' && one.trim() !== '' ? isStrict : !/[a-zA-Z\d \n\r_()[\]-]/.test(one),
        ))
    return names.some(isWrong) ? [`${at} has a document with an illegal name.`] : []
  })
}

/** No two documents have the same name; of those in results nothing is certain. */
function sameNameComplaints(messages: readonly unknown[], isStrict: boolean): string[] {
  const known = new Set<unknown>()
  return messages.flatMap((message, index) =>
    blocksIn(message, `messages.${index}`).flatMap(({ at, fields }) => {
      if (isResult(fields) && !isStrict) return []
      return documentNamesIn(fields).flatMap((name) => {
        if (known.has(name)) return [`${at} has a document with the name of an earlier one.`]
        known.add(name)
        return []
      })
    }),
  )
}

function documentNamesIn(fields: Fields): readonly unknown[] {
  const { content } = isResult(fields) ? fieldsOf(fields.toolResult) : { content: [fields] }
  const names = (Array.isArray(content) ? content : []).map(
    (piece: unknown) => fieldsOf(fieldsOf(piece).document).name,
  )
  return names.filter((name) => typeof name === 'string')
}

function orderComplaints(messages: readonly unknown[], model: string, isStrict: boolean): string[] {
  const roles = messages.map((message) => fieldsOf(message).role)
  const twice = roles.flatMap((role, index) => {
    const isTwice = (role === 'user' || role === 'assistant') && role === roles[index - 1]
    // Neighbours are joined, which is refused where one message may not hold what both do.
    const pair = [messages[index - 1], messages[index]]
    const areJoined =
      !isStrict &&
      !(APART.test(model) && differ(pair, isResult)) &&
      !(TERSE.test(model) && differ(pair, isCall))
    return isTwice && !areJoined ? [`messages.${index} has the speaker of the message before.`] : []
  })
  // Claude has been seen to take it.
  const mayStart = !isStrict && (model === '' || isOwnModel(model) || model.includes('claude'))
  return roles[0] === 'assistant' && !mayStart ? ['messages.0 is not the user’s.', ...twice] : twice
}

function differ(pair: readonly unknown[], isOne: (fields: Fields) => boolean): boolean {
  const [first, second] = pair.map((message) => blocksIn(message, '').some(({ fields }) => isOne(fields)))
  return first !== second
}

function callsOf(message: unknown, index: number): Block[] {
  if (fieldsOf(message).role !== 'assistant') return []
  return blocksIn(message, `messages.${index}`).filter(({ fields }) => isCall(fields))
}

function resultsOf(message: unknown, index: number): Block[] {
  if (fieldsOf(message).role !== 'user') return []
  return blocksIn(message, `messages.${index}`).filter(({ fields }) => isResult(fields))
}

function idOf({ fields }: Block): unknown {
  return fieldsOf(fields.toolUse ?? fields.toolResult).toolUseId
}

function repeatedIdComplaints(messages: readonly unknown[]): string[] {
  const calls = messages.flatMap(callsOf)
  const repeated = calls.filter((call, index) =>
    calls.slice(0, index).some((earlier) => idOf(earlier) === idOf(call)),
  )
  return repeated.map(({ at }) => `${at} repeats the id of an earlier call.`)
}

function callComplaints(message: unknown, messages: readonly unknown[], index: number, tail: Tail): string[] {
  const mayStayOpen = tail === 'open' && messages.slice(index + 1).every(holdsResultsOnly)
  const results = resultsOf(messages[index + 1], index + 1)
  const calls = callsOf(message, index)
  const answers = calls.flatMap((call) => {
    const count = results.filter((result) => idOf(result) === idOf(call)).length
    if (count > 1) return [`${call.at} is answered ${count} times.`]
    return count === 1 || mayStayOpen ? [] : [`${call.at} is not answered in the next message.`]
  })
  const blocks = blocksIn(message, `messages.${index}`)
  const behind = blocks.slice(blocks.findIndex(({ fields }) => isCall(fields)) + 1)
  // Reasoning may come between calls; where it must not, it is refused on its own ground.
  const isOther = ({ fields }: Block): boolean =>
    !isCall(fields) && !isQuiet(fields) && !isStranger(fields) && fields.reasoningContent === undefined
  const others = calls.length === 0 ? [] : behind.filter(isOther)
  return [...answers, ...others.map(({ at }) => `${at} follows a call in its message.`)]
}

/** A mark says nothing, and a result of the model’s is refused on its own ground. */
function isQuiet(fields: Fields): boolean {
  return fields.cachePoint !== undefined || isResult(fields)
}

/** A block of a kind that is not known: it may follow a call, stand before a result, or be either. */
function isStranger(fields: Fields): boolean {
  return !KINDS.some((kind) => fields[kind] !== undefined && fields[kind] !== null)
}

function holdsResultsOnly(message: unknown): boolean {
  const { role } = fieldsOf(message)
  const blocks = blocksIn(message, '')
  return role === 'user' && blocks.length > 0 && blocks.every(({ fields }) => isQuiet(fields))
}

function resultComplaints(message: unknown, index: number, messages: readonly unknown[]): string[] {
  const previous = messages[index - 1]
  const calls = callsOf(previous, index - 1)
  const blocks = blocksIn(message, `messages.${index}`)
  const firstOther = blocks.findIndex(({ fields }) => !isQuiet(fields) && !isStranger(fields))
  return blocks.flatMap((block, position) => {
    if (fieldsOf(message).role !== 'user' || !isResult(block.fields)) return []
    const isOwned =
      calls.some((call) => idOf(call) === idOf(block)) || strangeIds(messages).includes(idOf(block))
    return [
      ...(isOwned ? [] : [`${block.at} answers no call of the message before.`]),
      ...(firstOther === -1 || position < firstOther ? [] : [`${block.at} stands behind other content.`]),
    ]
  })
}

function strangeIds(messages: readonly unknown[]): unknown[] {
  const strangers = messages.flatMap((message) =>
    blocksIn(message, '').filter(({ fields }) => isStranger(fields)),
  )
  const ids = strangers.flatMap(({ fields }) => Object.values(fields).map((held) => fieldsOf(held).toolUseId))
  return ids.filter((id) => typeof id === 'string' && id !== '')
}

function mixtureComplaints(message: unknown, index: number): string[] {
  const blocks = blocksIn(message, `messages.${index}`)
  const spoken = ['text', 'image', 'document', 'video', 'audio']
  const hasMore = blocks.some(({ fields }) => spoken.some((kind) => fields[kind] !== undefined))
  const hasResults = blocks.some(({ fields }) => isResult(fields))
  return hasMore && hasResults ? [`messages.${index} holds results and other content.`] : []
}

function systemComplaints({ system }: Fields): string[] {
  return isWellFormed(system) ? [] : ['system holds a lone surrogate.']
}

function toolComplaints(messages: readonly unknown[], body: Fields): string[] {
  const { tools } = fieldsOf(body.toolConfig)
  const isDeclared = Array.isArray(tools) && tools.some((tool) => isFields(tool) && !('cachePoint' in tool))
  const isUsed = messages.some((message) =>
    blocksIn(message, '').some(({ fields }) => isCall(fields) || isResult(fields)),
  )
  return isUsed && !isDeclared && 'messages' in body ? ['The request declares no tools.'] : []
}

function endComplaints(messages: readonly unknown[], model: string, thinking: boolean): string[] {
  const last = messages.length - 1
  if (fieldsOf(messages[last]).role !== 'assistant' || isPaused(messages[last])) return []
  return thinking || NO_PREFILL.test(model) ? [`messages.${last} is an assistant message at the end.`] : []
}

/** The last words that Claude is to go on from. */
function trailingComplaints(messages: readonly unknown[], model: string): string[] {
  const last = messages.length - 1
  const { role, content } = fieldsOf(messages[last])
  if (!model.includes('claude') || NO_PREFILL.test(model) || role !== 'assistant') return []
  const blocks: unknown[] = Array.isArray(content) ? content : [{ text: content }]
  if (isPaused(messages[last])) return []
  const { text } = fieldsOf(blocks.at(-1))
  const isSpaced = typeof text === 'string' && /\S\s*[ \t\n\r]$/.test(text)
  return isSpaced ? [`messages.${last} ends in white space.`] : []
}

/** Paused: a tool of the server has yet to report or was the last to, and the request asks the API to go on. */
function isPaused(message: unknown): boolean {
  const blocks = blocksIn(message, '').map(({ fields }) => fields)
  const last = blocks.findLast(({ cachePoint }) => cachePoint === undefined) ?? {}
  if (isFields(last.toolResult) && !isResult(last)) return true
  const reported = blocks.map(({ toolResult }) => fieldsOf(toolResult).toolUseId)
  return blocks.some(
    ({ toolUse }) =>
      fieldsOf(toolUse).type === 'server_tool_use' && !reported.includes(fieldsOf(toolUse).toolUseId),
  )
}
