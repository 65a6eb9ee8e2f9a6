import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'

/** Whether a record opens a file. */
export function isHeader({ type }: JsonObject): boolean {
  return type === 'session'
}

/** The types of records that are sent without being messages. */
export const noteTypes: ReadonlySet<unknown> = new Set(['custom_message', 'branch_summary', 'compaction'])

/** The message in a record, and where it stands in it. */
export function messageIn(
  value: JsonObject,
): { readonly message: unknown; readonly path: readonly string[] } | undefined {
  if (value.type === 'message' && isObject(value.message))
    return { message: value.message, path: ['message'] }
  return noteTypes.has(value.type) ? { message: value, path: [] } : undefined
}

const sentRoles: ReadonlySet<unknown> = new Set([
  'user',
  'assistant',
  'toolResult',
  'bashExecution',
  'custom',
  'hookMessage',
  'branchSummary',
  'compactionSummary',
])

/** Whether a record is a turn that is sent; what was compacted is decided elsewhere. */
export function isSent(value: JsonObject): boolean {
  const { type, message, summary } = value
  if (type === 'custom_message') return true
  if (type === 'branch_summary') return nonEmpty(summary) !== undefined
  if (type !== 'message' || !isObject(message) || !sentRoles.has(message.role)) return false
  return message.role === 'assistant'
    ? !isEcho(message) && !isFailed(message)
    : message.excludeFromContext !== true
}

/** Whether a message only notes what was sent to a channel: it may stand anywhere and is never sent back. */
export function isEcho({ provider, model }: JsonObject): boolean {
  return provider === 'openclaw' && (model === 'delivery-mirror' || model === 'gateway-injected')
}

/** The model that made the answer in a record. */
export function modelIn({ message }: JsonObject): string | undefined {
  if (!isObject(message) || message.role !== 'assistant' || isEcho(message)) return undefined
  return nonEmpty(message.model)
}

/** Whether an answer was aborted or failed: what there is of it is never sent back. */
export function isFailed({ stopReason }: JsonObject): boolean {
  return stopReason === 'aborted' || stopReason === 'error'
}

const callTypes: ReadonlySet<unknown> = new Set([
  'toolCall',
  'toolUse',
  'functionCall',
  'tool_call',
  'tool_use',
  'function_call',
])

/** Whether a block of an answer is a call. */
export function isCall(block: unknown): block is JsonObject {
  return isObject(block) && callTypes.has(block.type)
}

const idMembers = ['toolCallId', 'toolUseId', 'tool_call_id', 'tool_use_id', 'callId', 'call_id']

/** The member of a result that names its call. */
export function idMember(message: unknown): string {
  const held = isObject(message) ? message : {}
  return (
    idMembers.find((name) => nonEmpty(held[name]) !== undefined) ??
    idMembers.find((name) => name in held) ??
    'toolCallId'
  )
}

/** The id of the call that a result answers. */
export function answeredBy(message: unknown): string | undefined {
  return isObject(message) ? nonEmpty(message[idMember(message)]) : undefined
}

/** The member of a call that holds its arguments. */
export function argumentsMember(call: unknown): string {
  return isObject(call) && !('arguments' in call) && 'input' in call ? 'input' : 'arguments'
}

const summaryTypes: ReadonlySet<unknown> = new Set(['compaction', 'branch_summary'])
const summaryRoles: ReadonlySet<unknown> = new Set(['compactionSummary', 'branchSummary'])

/** The summary in a record, and where it stands in it. */
export function summaryIn({
  type,
  summary,
  message,
}: JsonObject): { readonly text: string; readonly path: readonly string[] } | undefined {
  if (summaryTypes.has(type) && typeof summary === 'string') return { text: summary, path: ['summary'] }
  const isSummary = type === 'message' && isObject(message) && summaryRoles.has(message.role)
  if (!isSummary || typeof message.summary !== 'string') return undefined
  return { text: message.summary, path: ['message', 'summary'] }
}
