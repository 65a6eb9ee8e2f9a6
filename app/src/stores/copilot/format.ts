import { type Format, kind, type Part, type Picks, type Turn, whole } from '@mortise/core'
import { callPart, eventFormat, resultPart, turnOf } from '../contract/event-format.ts'
import { withoutSeals } from '../contract/seals.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'

const plain = (value: unknown): unknown => value

/** The data of events that are sent, with their types: messages, whose calls stand in a list, and results. */
export const format: Format = eventFormat({
  name: 'copilot',
  title: 'Copilot CLI events',
  firstParty: 'openai',
  picks: { members: { type: whole } },
  lists: {
    content: { path: ['content'], whenEmpty: 'keep' },
    calls: { path: ['toolRequests'], whenEmpty: 'keep' },
  },
  facts: {
    turn: {
      speaker: { path: ['type'], encode: (speaker) => typeOf(speaker === 'model') },
      content: { path: ['content'], encode: plain },
    },
    call: {
      id: { path: ['toolCallId'], encode: plain },
      name: { path: ['name'], encode: plain },
      arguments: { path: ['arguments'], encode: plain },
    },
    result: {
      id: { path: ['toolCallId'], encode: plain },
      content: { path: ['result', 'content'], encode: plain },
    },
    text: {},
    body: {},
  },
  readTurn,
  renderText: (text) => text,
  renderResult: ({ id }, text) => ({
    type: 'tool.execution_complete',
    toolCallId: id ?? '',
    success: false,
    error: { message: text },
  }),
  shapes: { 'without-issuer': (raw) => (isObject(raw) ? withoutSeals(raw) : raw) },
  renderTurn: (speaker, content) => {
    const words =
      'text' in content ? content.text : content.parts.filter((part) => typeof part === 'string').join('\n\n')
    const more = speaker === 'model' ? { toolRequests: [] } : {}
    return { type: typeOf(speaker === 'model'), content: words, ...more }
  },
})

function typeOf(isModel: boolean): string {
  return isModel ? 'assistant.message' : 'user.message'
}

function readTurn(...[raw, index]: Parameters<Format['readTurn']>): Turn {
  const value = isObject(raw) ? raw : {}
  switch (value.type) {
    case 'tool.execution_complete':
      return turnOf('tool', 'self', [resultOf(value)], index, raw)
    case 'user.message':
      return turnOf('user', 'text', textOf(value), index, raw)
    case 'assistant.message':
      return turnOf('model', 'text', [...textOf(value), ...callsOf(value)], index, raw)
    default:
      return turnOf('unknown', 'none', [], index, raw)
  }
}

function textOf({ content }: JsonObject): readonly Part[] {
  const text = nonEmpty(content)
  return text === undefined ? [] : [{ kind: 'text', list: 'content', index: -1, raw: text, text }]
}

function callsOf({ toolRequests }: JsonObject): readonly Part[] {
  if (!Array.isArray(toolRequests)) return []
  return toolRequests.map((call: unknown, index) =>
    isObject(call)
      ? callPart(call, { id: call.toolCallId, name: call.name, given: call.arguments ?? {} }, [
          'calls',
          index,
        ])
      : { kind: 'other', list: 'calls', index, raw: call, isReadable: false },
  )
}

/** A result: what the tool gave, or the error with which it failed. */
function resultOf(raw: JsonObject): Part {
  const content = memberAt(raw, ['result', 'content']) ?? memberAt(raw, ['error', 'message'])
  return resultPart(raw, { id: raw.toolCallId, content, isError: raw.success === false })
}

/** The members that a quick look over the records reads. */
export const picks: Picks = {
  members: {
    type: whole,
    id: whole,
    timestamp: whole,
    parentId: kind,
    agentId: whole,
    data: {
      members: {
        sessionId: whole,
        copilotVersion: whole,
        selectedModel: whole,
        newModel: whole,
        model: whole,
        context: { members: { cwd: whole } },
        cwd: whole,
        content: kind,
        toolRequests: { each: { members: { toolCallId: whole, name: whole, arguments: kind } } },
        toolCallId: whole,
        parentToolCallId: whole,
        success: whole,
        result: { members: { content: kind } },
        error: { members: { message: kind } },
      },
    },
  },
}
