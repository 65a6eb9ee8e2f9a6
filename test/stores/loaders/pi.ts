import { isObject, type Json, listIn, pathTo, recordsIn } from './lines.ts'

/** How the agents of this family differ. */
export interface Sender {
  /** Whether calls without a result get one on sending. */
  readonly answers: boolean
}

/** The request that pi, or OpenClaw, would send next, for an API of the chat form or for Anthropic's. */
export function sentByPi(bytes: Uint8Array, api: string, { answers }: Sender): Json {
  const turns = answered(kept(contextOf(recordsIn(bytes))), answers)
  return api === 'anthropic' ? { messages: asBlocks(turns) } : { messages: asChat(turns) }
}

/** The messages on the way to the last record; a summary stands in for what was compacted. */
function contextOf(records: readonly Json[]): Json[] {
  const [header, ...rest] = records
  if (header?.type !== 'session') return []
  const isLinear = !rest.some((record) => 'parentId' in record)
  const path = isLinear ? rest : pathTo(rest, rest.at(-1), 'id', 'parentId')
  const at = path.findLastIndex(({ type }) => type === 'compaction')
  if (at < 0) return path.flatMap(messageOf)
  const { firstKeptEntryId, firstKeptEntryIndex, summary } = path[at] as Json
  const first = path.findIndex((record, index) =>
    firstKeptEntryId === undefined ? index + 1 === firstKeptEntryIndex : record.id === firstKeptEntryId,
  )
  const before = first < 0 || first >= at ? [] : path.slice(first, at)
  return [said(summary), ...before.flatMap(messageOf), ...path.slice(at + 1).flatMap(messageOf)]
}

function said(words: unknown): Json {
  return { role: 'user', content: [{ type: 'text', text: String(words) }] }
}

function messageOf(record: Json): Json[] {
  if (record.type === 'custom_message') return [{ role: 'user', content: record.content }]
  if (record.type === 'branch_summary') return record.summary ? [said(record.summary)] : []
  const { message } = record
  if (record.type !== 'message' || !isObject(message)) return []
  switch (message.role) {
    case 'user':
    case 'assistant':
    case 'toolResult':
      return [message]
    case 'custom':
    case 'hookMessage':
      return [{ role: 'user', content: message.content }]
    case 'bashExecution':
      return message.excludeFromContext === true ? [] : [said(message.output)]
    case 'branchSummary':
    case 'compactionSummary':
      return [said(message.summary)]
    default:
      return []
  }
}

/** Answers that failed are never sent back, nor are notes of what a channel was told. */
function kept(messages: readonly Json[]): Json[] {
  return messages.filter(({ role, stopReason, provider, model }) => {
    if (role !== 'assistant') return true
    if (provider === 'openclaw' && (model === 'delivery-mirror' || model === 'gateway-injected')) return false
    return stopReason !== 'error' && stopReason !== 'aborted'
  })
}

function callsOf({ content }: Json): readonly Json[] {
  return listIn(content).filter(({ type }) => type === 'toolCall')
}

/** Calls that nobody has answered once somebody else speaks get a result that says so. */
function answered(messages: readonly Json[], isOn: boolean): Json[] {
  if (!isOn) return [...messages]
  const all: Json[] = []
  let open: Json[] = []
  const close = (): void => {
    for (const { id, name } of open)
      all.push({
        role: 'toolResult',
        toolCallId: id,
        toolName: name,
        content: [{ type: 'text', text: 'No result provided' }],
        isError: true,
      })
    open = []
  }
  for (const message of messages) {
    if (message.role === 'toolResult') open = open.filter(({ id }) => id !== message.toolCallId)
    else close()
    if (message.role === 'assistant') open = [...callsOf(message)]
    all.push(message)
  }
  close()
  return all
}

function blocksOf(content: unknown): readonly Json[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [{ type: 'text', text: content }]
  return listIn(content).filter(({ type, text }) => type !== 'text' || String(text).trim() !== '')
}

function asBlocks(messages: readonly Json[]): Json[] {
  const sent: { role: string; content: Json[]; isAnswer: boolean }[] = []
  for (const message of messages) {
    if (message.role === 'toolResult') {
      const last = sent.at(-1)
      const home = last?.isAnswer ? last : { role: 'user', content: [], isAnswer: true }
      if (home !== last) sent.push(home)
      const { toolCallId, content, isError } = message
      home.content.push({
        type: 'tool_result',
        tool_use_id: toolCallId,
        content: textOf(content),
        is_error: isError,
      })
      continue
    }
    const content = blocksOf(message.content).flatMap((block): Json[] => {
      if (block.type === 'toolCall')
        return [{ type: 'tool_use', id: block.id, name: block.name, input: block.arguments ?? {} }]
      return block.type === 'text' ? [{ type: 'text', text: block.text }] : []
    })
    if (content.length > 0) sent.push({ role: String(message.role), content, isAnswer: false })
  }
  return sent.map(({ role, content }) => ({ role, content }))
}

function textOf(content: unknown): string {
  const words = blocksOf(content).map(({ text }) => String(text ?? ''))
  return words.join('\n') || '(no output)'
}

function asChat(messages: readonly Json[]): Json[] {
  return messages.flatMap((message): Json[] => {
    if (message.role === 'toolResult')
      return [{ role: 'tool', tool_call_id: message.toolCallId, content: textOf(message.content) }]
    const text = blocksOf(message.content).flatMap(({ type, text: words }) =>
      type === 'text' ? [String(words)] : [],
    )
    if (message.role !== 'assistant')
      return text.length === 0 ? [] : [{ role: 'user', content: text.join('\n') }]
    const calls = callsOf(message).map(({ id, name, arguments: given }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(given ?? {}) },
    }))
    if (text.length === 0 && calls.length === 0) return []
    return [
      { role: 'assistant', content: text.join(''), ...(calls.length === 0 ? {} : { tool_calls: calls }) },
    ]
  })
}
