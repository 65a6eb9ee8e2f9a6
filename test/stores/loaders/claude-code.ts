import { isObject, type Json, listIn, pathTo, recordsIn } from './lines.ts'

/** The messages that Claude Code would send next, rebuilt from a session file. */
export function sentByClaudeCode(bytes: Uint8Array): Json[] {
  const records = relinked(
    recordsIn(bytes).filter(({ uuid, isSidechain }) => typeof uuid === 'string' && isSidechain !== true),
  )
  const isTurn = ({ type, message }: Json): boolean =>
    (type === 'user' || type === 'assistant') && isObject(message) && message.role === type
  const path = pathTo(records, records.findLast(isTurn), 'uuid', 'parentUuid')
  const boundary = path.findLastIndex(
    ({ type, subtype }) => type === 'system' && subtype === 'compact_boundary',
  )
  const seen = path
    .slice(boundary + 1)
    .filter((record) => isTurn(record) && record.isApiErrorMessage !== true)
  return merged(withSiblings(records, seen))
}

/** Records as they are loaded: the last compaction may have hung some of them on its summary. */
function relinked(records: readonly Json[]): Json[] {
  const last = records.findLast(({ subtype }) => subtype === 'compact_boundary')?.compactMetadata
  const { preservedSegment, preservedMessages } = (isObject(last) ? last : {}) as Record<string, Json>
  const { uuids = walk(records, preservedSegment), anchorUuid } = preservedMessages ?? preservedSegment ?? {}
  if (!Array.isArray(uuids) || !uuids.every((id) => records.some(({ uuid }) => uuid === id)))
    return [...records]
  return records.map((record) => {
    const at = uuids.indexOf(record.uuid)
    if (at >= 0) return { ...record, parentUuid: at === 0 ? anchorUuid : uuids[at - 1] }
    return record.parentUuid === anchorUuid ? { ...record, parentUuid: uuids.at(-1) ?? anchorUuid } : record
  })
}

/** The ids of a segment of which only the ends are named. */
function walk(records: readonly Json[], segment: Json | undefined): unknown[] | undefined {
  if (segment === undefined) return undefined
  const tail = records.find(({ uuid }) => uuid === segment.tailUuid)
  const ids = pathTo(records, tail, 'uuid', 'parentUuid').map(({ uuid }) => uuid)
  const at = ids.indexOf(segment.headUuid)
  return at < 0 ? undefined : ids.slice(at)
}

/** What the path misses: other pieces of the same answers, and results that hang beside it. */
function withSiblings(records: readonly Json[], path: readonly Json[]): Json[] {
  const nameOf = namesIn(records)
  const known = new Set(path.flatMap(callsOf))
  const names = new Set(path.map(nameOf))
  const isOwn = (record: Json): boolean => path.includes(record)
  const pieces = records.filter(
    (record) => nameOf(record) !== undefined && !isOwn(record) && names.has(nameOf(record)),
  )
  const fresh = pieces.filter((record) => !callsOf(record).some((id) => known.has(id)))
  const calls = new Set([...path, ...fresh].flatMap(callsOf))
  const answered = new Set(path.flatMap(resultsOf))
  const results = records.filter((record) => {
    if (isOwn(record) || !resultsOf(record).some((id) => calls.has(id) && !answered.has(id))) return false
    for (const id of resultsOf(record)) answered.add(id)
    return true
  })
  return path.flatMap((record): Json[] => {
    const name = nameOf(record)
    if (name === undefined) return [record]
    if (path.find((other) => nameOf(other) === name) !== record) return []
    const own = records.filter((other) => nameOf(other) === name && (isOwn(other) || fresh.includes(other)))
    const asked = new Set(own.flatMap(callsOf))
    return [...own, ...results.filter((result) => resultsOf(result).some((id) => asked.has(id)))]
  })
}

/** Names each answer: its own, and that of the words of the user that it follows. */
function namesIn(records: readonly Json[]): (record: Json) => string | undefined {
  const byId = new Map(records.map((record) => [record.uuid, record]))
  return (record) => {
    const own = answerOf(record)
    if (own === undefined) return undefined
    let at: Json | undefined = record
    for (let steps = 0; at !== undefined && steps <= records.length; steps++) {
      const isTool = at.sourceToolAssistantUUID !== undefined || resultsOf(at).length > 0
      if (at.type === 'user' && !isTool) return `${own} ${at.uuid}`
      at = byId.get(at.parentUuid)
    }
    return own
  }
}

/** One message for each answer, and one for what stands between two of them, with results first. */
function merged(records: readonly Json[]): Json[] {
  const messages: { role: string; id: unknown; content: Json[] }[] = []
  for (const record of records) {
    const message = record.message as Json
    const role = String(message.role)
    const content =
      typeof message.content === 'string'
        ? [{ type: 'text', text: message.content }]
        : [...listIn(message.content)]
    const home = role === 'assistant' ? answerIn(messages, message.id) : lastOf(messages, 'user')
    if (home === undefined) messages.push({ role, id: message.id, content })
    else home.content.push(...content)
  }
  return messages.map(({ role, content }) => ({ role, content: resultsFirst(content) }))
}

/** The answer of this name, if nobody has spoken since: results do not count. */
function answerIn<Message extends { role: string; id: unknown; content: Json[] }>(
  messages: readonly Message[],
  id: unknown,
): Message | undefined {
  for (const message of [...messages].reverse()) {
    if (message.role === 'assistant' && (message.id === id || message === messages.at(-1))) return message
    if (message.role === 'user' && message.content.some(({ type }) => type !== 'tool_result'))
      return undefined
  }
  return undefined
}

function lastOf<Message extends { role: string }>(
  messages: readonly Message[],
  role: string,
): Message | undefined {
  const last = messages.at(-1)
  return last?.role === role ? last : undefined
}

function resultsFirst(content: readonly Json[]): readonly Json[] {
  const isResult = ({ type }: Json): boolean => type === 'tool_result'
  return [...content.filter(isResult), ...content.filter((block) => !isResult(block))]
}

function answerOf({ type, message }: Json): string | undefined {
  return type === 'assistant' && isObject(message) && typeof message.id === 'string' ? message.id : undefined
}

function callsOf({ type, message }: Json): unknown[] {
  if (type !== 'assistant' || !isObject(message)) return []
  return listIn(message.content).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
}

function resultsOf({ type, message }: Json): unknown[] {
  if (type !== 'user' || !isObject(message)) return []
  return listIn(message.content).flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []))
}
