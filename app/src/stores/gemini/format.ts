import { type Format, formats, type Part, type Picks, type Progress, type Turn, whole } from '@mortise/core'
import { callPart, eventFormat, turnOf } from '../contract/event-format.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'

const contents = formats.find(({ name }) => name === 'gemini-contents') as Format
const plain = (value: unknown): unknown => value

/** Whether a call stands in the list that Gemini CLI keeps beside the content, with its result in it. */
function isKept(raw: unknown): boolean {
  return isObject(raw) && !isObject(raw.functionCall)
}

/** A member of a call, wherever it stands. */
function inCall(name: string): Format['facts']['call'][keyof Format['facts']['call']] {
  return { path: (raw) => (isKept(raw) ? [name] : ['functionCall', name]), encode: plain }
}

/** The messages of Gemini CLI: Gemini's parts, and beside them a list of calls with their results. */
export const format: Format = eventFormat({
  name: 'gemini',
  title: 'Gemini CLI messages',
  firstParty: 'gemini',
  picks: { members: { type: whole } },
  results: { shape: 'list', speaker: 'user', list: 'content' },
  lists: {
    content: { path: ['content'], whenEmpty: 'keep' },
    calls: { path: ['toolCalls'], whenEmpty: 'keep' },
  },
  facts: {
    turn: {
      speaker: { path: ['type'], encode: (speaker) => (speaker === 'model' ? 'gemini' : 'user') },
      content: { path: ['content'], encode: plain },
    },
    call: {
      id: inCall('id') ?? { path: ['id'], encode: plain },
      name: inCall('name') ?? { path: ['name'], encode: plain },
      arguments: inCall('args') ?? { path: ['args'], encode: plain },
      answer: [
        { path: ['status'], encode: () => 'error' },
        { path: ['result'], encode: (text, raw) => [responseTo(raw, { error: text })] },
      ],
    },
    result: contents.facts.result,
    text: {},
    body: {},
  },
  shapes: { 'without-issuer': withoutIssuer },
  readTurn,
  renderText: (text) => ({ text }),
  renderResult: (call, text) =>
    isKept(call.raw) && isObject(call.raw)
      ? { ...call.raw, status: 'error', result: [responseTo(call.raw, { error: text })] }
      : contents.renderResult(call, text),
  renderTurn: (speaker, content) => ({
    type: speaker === 'model' ? 'gemini' : 'user',
    content: 'text' in content ? [{ text: content.text }] : content.parts,
  }),
  unpack: contents.unpack,
})

/** A message whose parts carry no signature, as Gemini's own contents do without one. */
function withoutIssuer(raw: unknown): unknown {
  if (!isObject(raw) || !Array.isArray(raw.content)) return raw
  const bare = contents.shapes?.['without-issuer']?.({ parts: raw.content }, undefined)
  const parts = isObject(bare) && Array.isArray(bare.parts) ? bare.parts : raw.content
  return parts === raw.content ? raw : { ...raw, content: parts }
}

function responseTo(call: unknown, response: JsonObject): JsonObject {
  const [id, name] = [nonEmpty(memberAt(call, ['id'])), nonEmpty(memberAt(call, ['name'])) ?? '']
  return { functionResponse: { ...(id === undefined ? {} : { id }), name, response } }
}

function readTurn(...[raw, index, root, unreadable]: Parameters<Format['readTurn']>): Turn {
  const value = isObject(raw) ? raw : {}
  const speaker = value.type === 'gemini' ? 'model' : 'user'
  if (value.type !== 'gemini' && value.type !== 'user') return turnOf('unknown', 'none', [], index, raw)
  const kept = speaker === 'model' && Array.isArray(value.toolCalls) ? value.toolCalls.filter(isObject) : []
  const { content } = value
  if (typeof content === 'string') {
    const text: readonly Part[] =
      content === '' ? [] : [{ kind: 'text', list: 'content', index: -1, raw: content, text: content }]
    return turnOf(speaker, 'text', [...text, ...keptCalls(kept, new Set())], index, raw)
  }
  const parts = Array.isArray(content)
    ? content.map((part: unknown) => (typeof part === 'string' ? { text: part } : part))
    : []
  const role = speaker === 'model' ? 'model' : 'user'
  const said = contents.readTurn({ role, parts }, index, root, unreadable).parts
  const answered = new Set(kept.flatMap((call) => (isAnswered(call) ? [nonEmpty(call.id)] : [])))
  const own = said.map((part) =>
    part.kind === 'call' && answered.has(part.id) ? { ...part, excused: true } : part,
  )
  const shown = new Set(said.flatMap((part) => (part.kind === 'call' ? [part.id] : [])))
  return turnOf(
    speaker,
    Array.isArray(content) ? 'list' : 'none',
    [...own, ...keptCalls(kept, shown)],
    index,
    raw,
  )
}

/** The calls in the list beside the content; those that the content makes itself are passed over. */
function keptCalls(kept: readonly JsonObject[], shown: ReadonlySet<string | undefined>): readonly Part[] {
  return kept.map((call, index): Part => {
    if (shown.has(nonEmpty(call.id)))
      return { kind: 'other', list: 'calls', index, raw: call, isReadable: true, isSilent: true }
    const { id, name, args: given } = call
    return {
      ...callPart(call, { id, name, given: given ?? {} }, ['calls', index]),
      isInline: true,
      excused: isAnswered(call),
      progress: progressAt[String(call.status)],
    }
  })
}

/** How far a tool came, by the state that Gemini CLI notes beside its call. */
const progressAt: Readonly<Record<string, Progress>> = {
  validating: 'not-started',
  scheduled: 'not-started',
  awaiting_approval: 'waiting',
  executing: 'started',
}

function isAnswered({ result }: JsonObject): boolean {
  return Array.isArray(result) ? result.length > 0 : result !== undefined && result !== null && result !== ''
}

const part: Picks = contents.picks.each?.members?.parts ?? {}

/** The members that a quick look over the records reads. */
export const picks: Picks = {
  members: {
    id: whole,
    type: whole,
    timestamp: whole,
    model: whole,
    // Commands are told by their words.
    content: whole,
    toolCalls: { each: { members: { id: whole, name: whole, args: whole, status: whole, result: part } } },
    sessionId: whole,
    projectHash: whole,
    startTime: whole,
    lastUpdated: whole,
    kind: whole,
    summary: whole,
    directories: whole,
    $set: whole,
    $rewindTo: whole,
  },
}
