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

/** A call that waits for its result. */
interface Waiting {
  readonly id: unknown
  /** The position of its message. */
  readonly message: number
  /** The approval that it waits for, if it waits for one. */
  readonly approval: unknown
  isApproved: boolean
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
  if (!Array.isArray(content)) return isShown(message) ? [] : [`${at} has no content.`]
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
      return [...idComplaints(part, at), ...(role === 'assistant' ? [] : [`${at} is not the model's call.`])]
    case 'tool-result': {
      const isHome = role === 'tool' || role === 'assistant'
      const hasOutput = typeof fieldsOf(part.output).type === 'string' || 'result' in part
      return [
        ...idComplaints(part, at),
        ...(isHome ? [] : [`${at} stands in no tool message.`]),
        ...(hasOutput ? [] : [`${at} has no output.`]),
      ]
    }
    default:
      return []
  }
}

function idComplaints({ toolCallId: id }: Fields, at: string): string[] {
  return typeof id === 'string' && id !== '' ? [] : [`${at} has no id.`]
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
  const isLast = messages.slice(index + 1).every((message) => fieldsOf(message).role === 'tool')
  return toolsShown(messages[index]).flatMap((tool) => {
    const isClosed = 'result' in tool || CLOSED.includes(tool.state) || tool.providerExecuted === true
    const mayWait = isLast && (tail === 'open' || tool.state === 'approval-requested')
    return [
      ...idComplaints(tool, `messages.${index}`),
      ...(isClosed || mayWait ? [] : [`messages.${index} shows a tool without a result.`]),
    ]
  })
}

/** Follows the SDK through the messages: calls wait until somebody but the model and its tools speaks. */
function pairComplaints(messages: readonly unknown[], tail: Tail): string[] {
  const found: string[] = []
  const excused = new Set<unknown>()
  let waiting: Waiting[] = []
  let model = -1
  for (const [index, message] of messages.entries()) {
    const { role } = fieldsOf(message)
    if (role === 'assistant') {
      model = index
      for (const { toolCallId } of hostedCalls(message)) excused.add(toolCallId)
      waiting.push(...callsIn(message, index))
      found.push(...resultsByModel(message, index, excused))
    } else if (role === 'tool') {
      approve(message, waiting, excused)
      for (const { toolCallId: id } of partsOf(message, 'tool-result')) {
        const owner = ownerOf(waiting, id, model)
        if (owner !== undefined) waiting = waiting.filter((call) => call !== owner)
        else if (!excused.has(id)) found.push(`messages.${index} holds a result of no call that waits.`)
      }
    } else {
      found.push(...unanswered(waiting))
      waiting = []
      model = -1
    }
  }
  return [...found, ...unanswered(waiting.filter((call) => !mayWait(call, messages, tail)))]
}

function hostedCalls(message: unknown): Fields[] {
  return partsOf(message, 'tool-call').filter((call) => call.providerExecuted === true)
}

function callsIn(message: unknown, index: number): Waiting[] {
  const asked = new Map(
    partsOf(message, 'tool-approval-request').map((part) => [part.toolCallId, part.approvalId]),
  )
  const calls = partsOf(message, 'tool-call').filter((call) => call.providerExecuted !== true)
  return calls.map(({ toolCallId: id }) => ({
    id,
    message: index,
    approval: asked.get(id),
    isApproved: false,
  }))
}

/** A result in the model's own message is one of a tool that the provider ran. */
function resultsByModel(message: unknown, index: number, excused: ReadonlySet<unknown>): string[] {
  const strange = partsOf(message, 'tool-result').filter(({ toolCallId }) => !excused.has(toolCallId))
  return strange.map(() => `messages.${index} holds a result outside a tool message.`)
}

function approve(message: unknown, waiting: readonly Waiting[], excused: Set<unknown>): void {
  for (const { approvalId } of partsOf(message, 'tool-approval-response')) {
    for (const call of waiting) {
      if (call.approval === undefined || call.approval !== approvalId) continue
      call.isApproved = true
      excused.add(call.id)
    }
  }
}

/** The first call of the message before with this id; else the only one that waits with it. */
function ownerOf(waiting: readonly Waiting[], id: unknown, model: number): Waiting | undefined {
  const same = waiting.filter((call) => call.id === id)
  return same.find((call) => call.message === model) ?? (same.length === 1 ? same[0] : undefined)
}

function unanswered(waiting: readonly Waiting[]): string[] {
  const open = waiting.filter((call) => !call.isApproved)
  return open.map(({ message, id }) => `messages.${message} has no result for \`${id}\`.`)
}

/** At the end, a call may wait for an approval, and in a live conversation for its result. */
function mayWait({ message, approval }: Waiting, messages: readonly unknown[], tail: Tail): boolean {
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
