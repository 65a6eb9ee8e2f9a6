import { type Fields, fieldsOf, isFields, type Request, type Tail } from './request.ts'

const ROLES: readonly unknown[] = ['system', 'user', 'assistant', 'tool']
const SHOWN_ROLES: readonly unknown[] = ['system', 'user', 'assistant']
/** States of a part that the SDK has a result for, or that it leaves out, or that the user has answered for. */
const CLOSED: readonly unknown[] = [
  'output-available',
  'output-error',
  'output-denied',
  'approval-responded',
  'input-streaming',
]

/** What a repairer writes in place of a result, and a real result displaces. */
const STAND_INS: readonly unknown[] = [
  '[no result was recorded; the tool may or may not have run: check before repeating]',
  '[no result was recorded; the call still waited for an approval when the conversation went on]',
]

/** A call, and what has become of it so far. */
interface Call {
  readonly id: unknown
  /** The position of its message. */
  readonly message: number
  /** How often somebody but the model and its tools had spoken. */
  readonly exchange: number
  /** The approval that it waits for, if it waits for one. */
  readonly approval: unknown
  /** It needs no result: the provider runs it, or the user has answered for it. */
  isExcused: boolean
  answer: 'none' | 'stand-in' | 'real'
}

/** Lists what the AI SDK, or any provider behind it, would refuse in a list of messages. */
export function aiSdkComplaints({ messages }: Request, tail: Tail): string[] {
  return [
    ...messages.flatMap(formComplaints),
    ...messages.flatMap(repeatedIdComplaints),
    ...messages.flatMap((_, index) => shownComplaints(messages, index, tail)),
    ...pairComplaints(messages, tail),
  ]
}

function formComplaints(message: unknown, index: number): string[] {
  const at = `messages.${index}`
  if (!isFields(message)) return [`${at} is not an object.`]
  const roles = isShown(message) ? SHOWN_ROLES : ROLES
  return [
    ...(roles.includes(message.role) ? [] : [`${at} has an unknown role.`]),
    ...(Array.isArray(message.parts)
      ? message.parts.flatMap((part, position) => shownPartComplaints(part, `${at}.parts.${position}`))
      : contentComplaints(message, at)),
  ]
}

function isShown({ parts, toolInvocations }: Fields): boolean {
  return Array.isArray(parts) || Array.isArray(toolInvocations)
}

function shownPartComplaints(part: unknown, at: string): string[] {
  if (!isFields(part) || typeof part.type !== 'string') return [`${at} is no part of a message.`]
  return part.type === 'text' && typeof part.text !== 'string' ? [`${at} is a text without a text.`] : []
}

function contentComplaints(message: Fields, at: string): string[] {
  const { role, content } = message
  if (typeof content === 'string') return role === 'tool' ? [`${at} is a tool with words.`] : []
  const isAbsent = content === undefined || content === null
  if (!Array.isArray(content)) return isShown(message) && isAbsent ? [] : [`${at} has no content.`]
  if (role === 'system') return [`${at} holds instructions in a list.`]
  return content.flatMap((part, position) => partComplaints(part, role, `${at}.content.${position}`))
}

function partComplaints(part: unknown, role: unknown, at: string): string[] {
  if (!isFields(part) || typeof part.type !== 'string') return [`${at} is no content part.`]
  const isBesideResults = role === 'tool' && !/^tool-(result|call|approval-)/.test(part.type)
  if (isBesideResults) return [`${at} stands beside results.`]
  switch (part.type) {
    case 'text':
      return typeof part.text === 'string' ? [] : [`${at} is a text without a text.`]
    case 'tool-call':
      return [
        ...idComplaints(part, at),
        ...nameComplaints(part, at),
        ...(role === 'assistant' ? [] : [`${at} is not the model's call.`]),
      ]
    case 'tool-result': {
      const isHome = role === 'tool' || role === 'assistant'
      const hasOutput = typeof fieldsOf(part.output).type === 'string' || 'result' in part
      return [
        ...idComplaints(part, at),
        ...nameComplaints(part, at),
        ...(isHome ? [] : [`${at} stands in no tool message.`]),
        ...(hasOutput ? [] : [`${at} has no output.`]),
      ]
    }
    case 'tool-approval-request':
      return isApproval(part, part.toolCallId, 'string') ? [] : [`${at} is half an approval.`]
    case 'tool-approval-response':
      return isApproval(part, part.approved, 'boolean') ? [] : [`${at} is half an approval.`]
    default:
      return []
  }
}

function isApproval({ approvalId }: Fields, about: unknown, type: 'string' | 'boolean'): boolean {
  return typeof approvalId === 'string' && typeof about === type
}

function idComplaints({ toolCallId: id }: Fields, at: string): string[] {
  return typeof id === 'string' && id !== '' ? [] : [`${at} has no id.`]
}

function nameComplaints({ toolName }: Fields, at: string): string[] {
  return typeof toolName === 'string' && toolName !== '' ? [] : [`${at} has no name.`]
}

function repeatedIdComplaints(message: unknown, index: number): string[] {
  const ids = [...partsOf(message, 'tool-call'), ...toolsShown(message)].map(({ toolCallId }) => toolCallId)
  const repeated = ids.filter((id, position) => typeof id === 'string' && ids.indexOf(id) < position)
  return repeated.map((id) => `messages.${index} uses the id \`${id}\` twice.`)
}

function partsOf(message: unknown, type: string): Fields[] {
  const { content, parts } = fieldsOf(message)
  if (!Array.isArray(content) || Array.isArray(parts)) return []
  return content.filter(isFields).filter((part) => part.type === type)
}

/** The tools of a message that a chat shows; only the model's are looked at. */
function toolsShown(message: unknown): Fields[] {
  const { role, parts, toolInvocations } = fieldsOf(message)
  if (role !== 'assistant') return []
  if (!Array.isArray(parts)) return Array.isArray(toolInvocations) ? toolInvocations.filter(isFields) : []
  return parts.filter(isFields).flatMap((part) => {
    if (part.type === 'tool-invocation') return [fieldsOf(part.toolInvocation)]
    return part.type === 'dynamic-tool' || String(part.type).startsWith('tool-') ? [part] : []
  })
}

function shownComplaints(messages: readonly unknown[], index: number, tail: Tail): string[] {
  const { role, parts, toolInvocations } = fieldsOf(messages[index])
  const isOld = role === 'assistant' && !Array.isArray(parts) && Array.isArray(toolInvocations)
  if (isOld && !toolInvocations.every(isFields)) return [`messages.${index} holds what is no invocation.`]
  const isLast = messages.slice(index + 1).every((message) => fieldsOf(message).role === 'tool')
  return toolsShown(messages[index]).flatMap((tool) => {
    const isClosed = 'result' in tool || CLOSED.includes(tool.state) || tool.providerExecuted === true
    const isTorn = tool.output !== undefined || tool.errorText !== undefined
    const mayWait = isLast && !isTorn && (tail === 'open' || tool.state === 'approval-requested')
    return [
      ...idComplaints(tool, `messages.${index}`),
      ...(isNamed(tool) ? [] : [`messages.${index} shows a tool without a name.`]),
      ...(isClosed || mayWait ? [] : [`messages.${index} shows a tool without a result.`]),
    ]
  })
}

/** A tool is named, or its name is the end of the part's type. */
function isNamed({ type, toolName }: Fields): boolean {
  if (type === undefined || type === 'dynamic-tool') return typeof toolName === 'string' && toolName !== ''
  return type !== 'tool-'
}

/** Follows the SDK through the messages: calls wait until somebody but the model and its tools speaks. */
function pairComplaints(messages: readonly unknown[], tail: Tail): string[] {
  const found: string[] = []
  const calls: Call[] = []
  let model = -1
  let exchange = 0
  const take = (result: Fields, message: number, isHome: boolean): void => {
    const owner = ownerOf(calls, result, model)
    const isRepeated = owner !== undefined && owner.answer !== 'none'
    const isNear = owner?.exchange === exchange && isHome
    if (owner === undefined || isRepeated || !(isNear || owner.isExcused))
      found.push(`messages.${message} holds a result of no call that waits for it here.`)
    if (owner !== undefined) owner.answer = isStandIn(result) ? 'stand-in' : 'real'
  }
  for (const [index, message] of messages.entries()) {
    const { role } = fieldsOf(message)
    if (role === 'assistant') {
      model = index
      calls.push(...callsIn(message, index, exchange))
      for (const result of resultsByModel(message)) take(result, index, false)
    } else if (role === 'tool') {
      for (const call of calls) call.isExcused ||= call.exchange === exchange && isMeant(call, message)
      for (const { approvalId } of partsOf(message, 'tool-approval-response'))
        for (const call of calls) call.isExcused ||= call.exchange === exchange && isAsked(call, approvalId)
      for (const result of partsOf(message, 'tool-result')) take(result, index, true)
    } else {
      found.push(...unanswered(calls, exchange))
      exchange++
    }
  }
  return [
    ...found,
    ...unanswered(
      calls.filter((call) => !mayWait(call, messages, tail)),
      exchange,
    ),
  ]
}

function callsIn(message: unknown, index: number, exchange: number): Call[] {
  const asked = new Map(
    partsOf(message, 'tool-approval-request').map((part) => [part.toolCallId, part.approvalId]),
  )
  const seen = new Set<unknown>()
  return partsOf(message, 'tool-call').map(({ toolCallId: id, providerExecuted }) => {
    // Of two with the same id, the first one is meant.
    const approval = seen.has(id) ? undefined : asked.get(id)
    seen.add(id)
    return { id, message: index, exchange, approval, isExcused: providerExecuted === true, answer: 'none' }
  })
}

function isAsked({ approval }: Call, id: unknown): boolean {
  return approval !== undefined && approval === id
}

/** Whether a tool's message answers a call as a whole, which is refused for its form and not for the call. */
function isMeant({ id }: Call, message: unknown): boolean {
  const { toolCallId, tool_call_id } = fieldsOf(message)
  return typeof id === 'string' && id === (toolCallId || tool_call_id)
}

/** The results in the model's own message, but for those of tools that the provider ran there. */
function resultsByModel(message: unknown): Fields[] {
  const hosted = partsOf(message, 'tool-call').filter((call) => call.providerExecuted === true)
  const ids = hosted.map(({ toolCallId }) => toolCallId)
  return partsOf(message, 'tool-result').filter(({ toolCallId }) => !ids.includes(toolCallId))
}

function isStandIn({ output, result }: Fields): boolean {
  return STAND_INS.includes(output === undefined ? result : fieldsOf(output).value)
}

/**
 * The first call of the message before with this id; else the only one that waits with it.
 *
 * A real result also takes a call that only a stand-in answers; then one of the two is too many.
 */
function ownerOf(calls: readonly Call[], result: Fields, model: number): Call | undefined {
  const same = calls.filter(({ id }) => id === result.toolCallId)
  const own = same.filter(({ message }) => message === model)
  const isFree = ({ answer }: Call): boolean =>
    answer === 'none' || (answer === 'stand-in' && !isStandIn(result))
  const near = own.find(({ answer }) => answer === 'none') ?? own.find(isFree)
  const free = same.filter(isFree)
  return near ?? (free.length === 1 ? free[0] : undefined)
}

function unanswered(calls: readonly Call[], exchange: number): string[] {
  const open = calls.filter((call) => call.exchange === exchange && call.answer === 'none' && !call.isExcused)
  return open.map(({ message, id }) => `messages.${message} has no result for \`${id}\`.`)
}

/** At the end, a call may wait for an approval, and in a live conversation for its result. */
function mayWait({ message, approval }: Call, messages: readonly unknown[], tail: Tail): boolean {
  const behind = messages.slice(message + 1)
  if (!behind.every((one) => fieldsOf(one).role === 'tool')) return false
  if (approval !== undefined) return true
  const isLive = (one: unknown): boolean => {
    const { content } = fieldsOf(one)
    return (
      Array.isArray(content) && content.length > 0 && partsOf(one, 'tool-result').length === content.length
    )
  }
  return tail === 'open' && behind.every(isLive)
}
