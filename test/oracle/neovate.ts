import { type Fields, fieldsOf, isFields, type Request, type Tail } from './request.ts'

const ROLES: readonly unknown[] = ['system', 'user', 'assistant', 'tool']

/** What a repairer writes in place of a result, and a real result displaces. */
const STAND_IN = '[no result was recorded; the tool may or may not have run: check before repeating]'

/** A call, and whether its result was seen. */
interface Call {
  readonly id: unknown
  /** The position of its message. */
  readonly message: number
  answer: 'none' | 'stand-in' | 'real'
}

/**
 * Lists what a provider would refuse in Neovate's messages.
 *
 * Neovate sends the last message and those that it follows. Each call needs its result in the messages of the tool right
 * after it.
 */
export function neovateComplaints({ messages }: Request, tail: Tail): string[] {
  const sent = sentOf(messages)
  return [
    ...sent.flatMap((index) => formComplaints(messages[index], `messages.${index}`)),
    ...sent.flatMap((index) => repeatedIdComplaints(messages[index], `messages.${index}`)),
    ...pairComplaints(messages, sent, tail),
  ]
}

/** The positions of the messages that are sent. */
function sentOf(messages: readonly unknown[]): number[] {
  const areRecords = messages.some((message) => fieldsOf(message).type === 'message')
  const isNote = ({ type, role }: Fields): boolean =>
    areRecords && typeof type === 'string' && type !== 'message' && role === undefined
  const all = [...messages.keys()].filter((index) => !isNote(fieldsOf(messages[index])))
  const parents = new Map(all.map((index, place) => [index, parentOf(messages, all, index, place)]))
  const path = new Set<number>()
  for (let at = all.at(-1); at !== undefined; at = parents.get(at)) {
    const first = Math.min(...path)
    if (path.has(at)) at = all.findLast((index) => index < first)
    if (at !== undefined) path.add(at)
    else break
  }
  const own = new Set(withCopies(messages, all, path))
  addSiblings(messages, all, parents, own)
  return withCopies(messages, all, own)
}

function nameOf(message: unknown): unknown {
  const { uuid } = fieldsOf(message)
  return uuid === '' || typeof uuid !== 'string' ? undefined : uuid
}

function parentOf(
  messages: readonly unknown[],
  all: readonly number[],
  index: number,
  place: number,
): number | undefined {
  const { parentUuid } = fieldsOf(messages[index])
  if (parentUuid === null) return undefined
  const before = all.slice(0, place)
  const near = before.findLast((one) => nameOf(messages[one]) !== undefined)
  const isNamed = typeof parentUuid === 'string' && parentUuid !== ''
  const named = (one: number): boolean => isNamed && nameOf(messages[one]) === parentUuid
  if (near !== undefined && named(near)) return near
  return all.find(named) ?? before.at(-1)
}

/** Adds results beside the path that a call on it waits for: errors count last. */
function addSiblings(
  messages: readonly unknown[],
  all: readonly number[],
  parents: ReadonlyMap<number, number | undefined>,
  path: Set<number>,
): void {
  const way = [...path].sort((left, right) => left - right)
  for (const caller of way) {
    const waiting = new Set(callIds(messages[caller]))
    for (const one of way) if (ownerOf(messages, parents, one) === caller) answer(messages[one], waiting)
    const beside = all.filter((one) => !path.has(one) && ownerOf(messages, parents, one) === caller)
    const [fine, failed] = [false, true].map((hasFailed) =>
      beside.filter((one) => resultsIn(messages[one]).some(isFailed) === hasFailed),
    )
    for (const one of [...(fine ?? []), ...(failed ?? [])]) if (answer(messages[one], waiting)) path.add(one)
  }
}

/** The message that a run of results follows. */
function ownerOf(
  messages: readonly unknown[],
  parents: ReadonlyMap<number, number | undefined>,
  index: number,
): number | undefined {
  let at: number | undefined = index
  while (at !== undefined && isAnswer(messages[at])) {
    const parent: number | undefined = parents.get(at)
    at = parent !== undefined && parent < at ? parent : undefined
  }
  return at === index ? undefined : at
}

function answer(message: unknown, waiting: Set<unknown>): boolean {
  const ids = resultsIn(message)
    .map(idOf)
    .filter((id) => waiting.has(id))
  for (const id of ids) waiting.delete(id)
  return ids.length > 0
}

function withCopies(
  messages: readonly unknown[],
  all: readonly number[],
  path: ReadonlySet<number>,
): number[] {
  const names = new Set([...path].map((index) => nameOf(messages[index])))
  let isSent = true
  return all.filter((index) => {
    const name = nameOf(messages[index])
    isSent = path.has(index) || (name === undefined ? isSent : names.has(name))
    return isSent
  })
}

function formComplaints(message: unknown, at: string): string[] {
  if (!isFields(message)) return [`${at} is not an object.`]
  const { role, content } = message
  const known = ROLES.includes(role) ? [] : [`${at} has an unknown role.`]
  if (typeof content === 'string') return role === 'tool' ? [...known, `${at} is a tool with words.`] : known
  if (content === undefined || content === null) return known
  if (!Array.isArray(content)) return [...known, `${at} has no content.`]
  return [
    ...known,
    ...content.flatMap((part, index) => partComplaints(part, message, `${at}.content.${index}`)),
  ]
}

function partComplaints(part: unknown, message: Fields, at: string): string[] {
  if (!isFields(part) || typeof part.type !== 'string') return [`${at} is no content part.`]
  const isMute = message.role === 'tool' || isAnswer(message)
  switch (part.type) {
    case 'tool_use':
      return [
        ...(isText(part.id) ? [] : [`${at} has no id.`]),
        ...(isText(part.name) ? [] : [`${at} has no name.`]),
        ...(message.role === 'assistant' ? [] : [`${at} is not the model's call.`]),
      ]
    case 'tool-result':
    case 'tool_result':
      return isText(idOf(part)) ? [] : [`${at} has no id.`]
    default:
      if (isMute) return [`${at} stands beside results.`]
      return part.type === 'text' && typeof part.text !== 'string' ? [`${at} is a text without a text.`] : []
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function partsOf(message: unknown): Fields[] {
  const { content } = fieldsOf(message)
  return Array.isArray(content) ? content.filter(isFields) : []
}

function callIds(message: unknown): unknown[] {
  if (fieldsOf(message).role !== 'assistant') return []
  return partsOf(message).flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []))
}

function resultsIn(message: unknown): Fields[] {
  return partsOf(message).filter(({ type }) => type === 'tool-result' || type === 'tool_result')
}

/** Whether a message is all results; older versions gave them in the user's name. */
function isAnswer(message: unknown): boolean {
  const { role, content } = fieldsOf(message)
  if ((role !== 'tool' && role !== 'user') || !Array.isArray(content) || content.length === 0) return false
  return resultsIn(message).length === content.length
}

function idOf({ type, id, toolCallId }: Fields): unknown {
  return type === 'tool-result' ? toolCallId : id
}

function isFailed({ result }: Fields): boolean {
  return fieldsOf(result).isError === true
}

function isStandIn({ result }: Fields): boolean {
  const said = isFields(result) ? result.llmContent : result
  const [only, ...more] = Array.isArray(said) ? said.map((part) => fieldsOf(part).text) : [said]
  return more.length === 0 && only === STAND_IN
}

function repeatedIdComplaints(message: unknown, at: string): string[] {
  const ids = callIds(message)
  const repeated = ids.filter((id, position) => isText(id) && ids.indexOf(id) < position)
  return repeated.map((id) => `${at} uses the id \`${id}\` twice.`)
}

/** Follows a provider through the messages: calls wait while nothing but results follows them. */
function pairComplaints(messages: readonly unknown[], sent: readonly number[], tail: Tail): string[] {
  const found: string[] = []
  let calls: Call[] = []
  for (const index of sent) {
    const message = messages[index]
    if (isAnswer(message)) {
      for (const result of resultsIn(message))
        if (!take(calls, result)) found.push(`messages.${index} holds a result of no call that waits for it.`)
      continue
    }
    found.push(...unanswered(calls))
    calls = callIds(message).map((id) => ({ id, message: index, answer: 'none' }))
    if (resultsIn(message).length > 0) found.push(`messages.${index} holds results beside something else.`)
  }
  return tail === 'open' ? found : [...found, ...unanswered(calls)]
}

/** Gives a result to a call; of a real one and one that stands in, one is too many. */
function take(calls: readonly Call[], result: Fields): boolean {
  const same = calls.filter(({ id }) => isText(id) && id === idOf(result))
  const free = same.find(({ answer: given }) => given === 'none')
  if (free !== undefined) free.answer = isStandIn(result) ? 'stand-in' : 'real'
  return free !== undefined
}

function unanswered(calls: readonly Call[]): string[] {
  return calls
    .filter(({ answer: given }) => given === 'none')
    .map(({ message, id }) => `messages.${message} has no result for \`${id}\`.`)
}
