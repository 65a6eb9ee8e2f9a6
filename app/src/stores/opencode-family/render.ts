import type { Format } from '@mortise/core'
import { isObject, type JsonObject, memberAt } from '../records/json.ts'

type Pieces = ReturnType<Format['unpack']>

const plain = (value: unknown): unknown => value

/** A member of a call that has one name in version 1 and another one in version 2. */
const named = (first: string, second: string) => ({
  path: (raw: unknown) => [isObject(raw) && first in raw ? first : second],
  encode: plain,
})

/** Where each fact is written. */
export const facts: Format['facts'] = {
  turn: {
    speaker: { path: ['data', 'role'], encode: (speaker) => (speaker === 'model' ? 'assistant' : 'user') },
  },
  call: {
    id: named('callID', 'id'),
    name: named('tool', 'name'),
    arguments: { path: ['state', 'input'], encode: plain },
    answer: { path: ['state'], encode: (text, raw) => failed(String(text), raw) },
  },
  result: {},
  text: {},
  body: {},
}

/** The state of a tool that failed, in the form that each version reads. */
function failed(text: string, raw: unknown): JsonObject {
  const { content, raw: _raw, ...state } = stateOf(raw)
  const input = inputOf(state.input)
  if (isObject(raw) && 'callID' in raw) {
    const start = memberAt(state.time, ['start'])
    const time = typeof start === 'number' ? start : 0
    return { ...state, status: 'error', input, error: text, time: { start: time, end: time } }
  }
  // A list of contents without any is not read.
  const held = Array.isArray(content) && content.length > 0 ? { content } : {}
  return { ...state, ...held, status: 'error', input, error: { type: 'unknown', message: text } }
}

function stateOf(raw: unknown): JsonObject {
  const state = memberAt(raw, ['state'])
  return isObject(state) ? state : {}
}

/** Arguments as an object; those that came in as a text, and may be cut, keep their words. */
function inputOf(input: unknown): unknown {
  if (isObject(input)) return input
  if (typeof input !== 'string' || input === '') return {}
  try {
    const value: unknown = JSON.parse(input)
    if (isObject(value)) return value
  } catch {
    // It was cut while it came in.
  }
  return { unparsed: input }
}

export function renderText(text: string): unknown {
  return { type: 'text', text }
}

export const renderResult: Format['renderResult'] = ({ raw }, text) =>
  isObject(raw) ? { ...raw, state: failed(text, raw) } : raw

export const renderTurn: Format['renderTurn'] = (speaker, content) => ({
  data: { role: speaker === 'model' ? 'assistant' : 'user' },
  parts: 'text' in content ? [renderText(content.text)] : content.parts,
})

/** The arguments and the output of a call, as pieces that words can be made of. */
export const unpack: Format['unpack'] = ({ raw }) => {
  const { input, output, content, error } = stateOf(raw)
  return [...piecesOf(input), ...piecesOf(output), ...contentOf(content), ...piecesOf(error)]
}

function contentOf(content: unknown): Pieces {
  if (!Array.isArray(content)) return []
  return content.flatMap((item: unknown) => piecesOf(memberAt(item, ['text']) ?? item))
}

function piecesOf(value: unknown): Pieces {
  if (value === undefined || value === null || value === '') return []
  return [{ text: typeof value === 'string' ? value : JSON.stringify(value) }]
}
