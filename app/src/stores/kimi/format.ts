import { type Format, kind, type Part, type Picks, type Turn, whole } from '@mortise/core'
import { callPart, eventFormat, resultPart, turnOf } from '../contract/event-format.ts'
import { isObject, type JsonObject, memberAt } from '../records/json.ts'

const plain = (value: unknown): unknown => value

const isEvent = (raw: unknown): boolean => isObject(raw) && raw.type === 'tool.call'

/** The messages and events in Kimi Code's records: a step of the model is one event after the other. */
export const format: Format = eventFormat({
  name: 'kimi',
  title: 'Kimi Code records',
  firstParty: 'kimi',
  picks: { members: { role: whole } },
  lists: {
    content: { path: ['content'], whenEmpty: 'keep' },
    calls: { path: ['toolCalls'], whenEmpty: 'keep' },
  },
  facts: {
    turn: { speaker: { path: ['role'], encode: (speaker) => (speaker === 'model' ? 'assistant' : speaker) } },
    call: {
      id: { path: (raw) => [isEvent(raw) ? 'toolCallId' : 'id'], encode: plain },
      name: { path: ['name'], encode: plain },
      arguments: {
        path: (raw) => [isEvent(raw) ? 'args' : 'arguments'],
        encode: (value, raw) => (isEvent(raw) ? value : JSON.stringify(value)),
      },
    },
    result: {
      id: { path: ['toolCallId'], encode: plain },
      content: {
        path: (raw) => (isObject(raw) && isObject(raw.result) ? ['result', 'output'] : ['content']),
        encode: plain,
      },
    },
    text: {},
    body: {},
  },
  readTurn,
  renderResult: ({ id, raw }, text) => ({
    type: 'tool.result',
    ...(isObject(raw) && typeof raw.uuid === 'string' ? { parentUuid: raw.uuid } : {}),
    toolCallId: id ?? '',
    result: { output: text, isError: true },
  }),
  renderTurn: (speaker, content) => ({
    role: speaker === 'model' ? 'assistant' : 'user',
    content: 'text' in content ? [{ type: 'text', text: content.text }] : content.parts,
    toolCalls: [],
  }),
})

const speakers: ReadonlyMap<unknown, 'user' | 'model' | 'system'> = new Map([
  ['user', 'user'],
  ['assistant', 'model'],
  ['system', 'system'],
])

function readTurn(...[raw, index, root, unreadable]: Parameters<Format['readTurn']>): Turn {
  const value = isObject(raw) ? raw : {}
  if (value.type === 'tool.call') {
    const { toolCallId: id, name, args: given } = value
    return turnOf('model', 'self', [callPart(value, { id, name, given: given ?? {} })], index, raw)
  }
  if (value.type === 'tool.result') return turnOf('tool', 'self', [resultOf(value)], index, raw)
  if (value.type === 'content.part')
    return turnOf('model', 'self', [partOf(value.part, 'self', -1)], index, raw)
  if (value.role === 'tool') {
    const { toolCallId: id, content, isError } = value
    return turnOf('tool', 'self', [resultPart(value, { id, content, isError: isError === true })], index, raw)
  }
  const speaker = speakers.get(value.role) ?? 'unknown'
  if (!Array.isArray(value.content)) {
    unreadable.push({ at: [...root, index], wanted: 'a message' })
    return turnOf('unknown', 'none', [], index, raw)
  }
  const parts = value.content.map((part, position) => partOf(part, 'content', position))
  return turnOf(speaker, 'list', [...parts, ...callsOf(value)], index, raw)
}

function resultOf(value: JsonObject): Part {
  const content = memberAt(value, ['result', 'output'])
  return resultPart(value, {
    id: value.toolCallId,
    content,
    isError: memberAt(value, ['result', 'isError']) === true,
  })
}

function callsOf({ toolCalls }: JsonObject): readonly Part[] {
  if (!Array.isArray(toolCalls)) return []
  return toolCalls.map((call: unknown, index) =>
    isObject(call)
      ? callPart(call, { id: call.id, name: call.name, given: call.arguments ?? {} }, ['calls', index])
      : { kind: 'other', list: 'calls', index, raw: call, isReadable: false },
  )
}

function partOf(raw: unknown, list: string, index: number): Part {
  const held = { list, index, raw }
  if (!isObject(raw)) return { kind: 'other', ...held, isReadable: false }
  if (raw.type === 'text' && typeof raw.text === 'string') return { kind: 'text', ...held, text: raw.text }
  if (raw.type === 'think')
    return { kind: 'reasoning', ...held, sealed: false, signed: typeof raw.encrypted === 'string' }
  return { kind: 'other', ...held, isReadable: true }
}

const part: Picks = { members: { type: whole, text: kind, encrypted: whole } }

/** The members that a quick look over the records reads. */
export const picks: Picks = {
  members: {
    type: whole,
    protocol_version: whole,
    created_at: kind,
    time: kind,
    agentId: whole,
    count: whole,
    compactedCount: whole,
    contextSummary: kind,
    summary: kind,
    branch: whole,
    base: whole,
    legacyUndoLine: whole,
    modelAlias: whole,
    model: whole,
    message: {
      members: {
        role: whole,
        toolCallId: whole,
        origin: whole,
        content: { each: part },
        toolCalls: { each: { members: { id: whole, name: whole, arguments: kind } } },
      },
    },
    event: {
      members: {
        type: whole,
        uuid: whole,
        stepUuid: whole,
        toolCallId: whole,
        name: whole,
        args: kind,
        part,
        result: { members: { output: { each: part }, isError: whole } },
      },
    },
  },
}
