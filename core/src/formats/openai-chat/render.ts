import type { FactPlace, Format, Output, Piece } from '../../model/format.ts'
import { isObject, nonEmpty, printJson } from '../../model/json.ts'
import { asGiven, isTypedBlocks } from '../../model/output.ts'
import type { Call, Result, Speaker } from '../../model/transcript.ts'
import { isCustomCall, isMedia } from './shapes.ts'
import { withParameters } from './tools.ts'

const roles: Readonly<Record<Speaker, string>> = {
  user: 'user',
  model: 'assistant',
  system: 'system',
  tool: 'tool',
  unknown: 'user',
}

const plain = (value: unknown): unknown => value

/** A tool's name that stands alone, where an object with its arguments belongs, is the name in that object. */
const nameAlone: FactPlace = {
  path: (raw) => (isObject(raw) && typeof raw.function === 'string' ? ['function', 'name'] : []),
  encode: (_, raw) => (isObject(raw) ? raw.function : undefined),
  yields: true,
}

/** Where each fact is written. */
export const facts: Format['facts'] = {
  turn: {
    speaker: { path: ['role'], encode: (speaker) => roles[speaker as Speaker] },
    calls: { path: ['tool_calls'], encode: plain },
    content: { path: ['content'], encode: plain },
    reasoning: { path: ['reasoning_content'], encode: plain },
  },
  call: {
    id: { path: ['id'], encode: plain },
    name: { path: (raw) => [isCustomCall(raw) ? 'custom' : 'function', 'name'], encode: plain },
    arguments: [{ path: ['function', 'arguments'], encode: (value) => printJson(value) }, nameAlone],
    argumentsObject: [{ path: ['function', 'arguments'], encode: plain }, nameAlone],
  },
  result: {
    id: { path: ['tool_call_id'], encode: plain },
    name: { path: (raw) => [isObject(raw) && nonEmpty(raw.name) ? 'name' : 'tool_name'], encode: plain },
    content: { path: ['content'], encode: plain },
  },
  text: {},
  // An API that wants no empty list wants nothing that speaks of it either.
  body: {
    parameters: {
      path: ['tools'],
      encode: (_, body) => withParameters(isObject(body) ? body.tools : undefined),
    },
    choice: { path: ['tool_choice'], encode: plain },
    tools: ['tools', 'tool_choice', 'parallel_tool_calls'].map((name) => ({ path: [name], encode: plain })),
  },
}

export function renderText(text: string): unknown {
  return { type: 'text', text }
}

export function renderResult(call: Call, text: string): unknown {
  return resultOf(call, text)
}

export function renderOutput(call: Call, given: Output): unknown {
  const output = asGiven(given, isTypedBlocks)
  if ('content' in output) return resultOf(call, output.content)
  return resultOf(call, 'text' in output ? output.text : printJson(output.json))
}

function resultOf(call: Call, content: unknown): unknown {
  // Where ids may be left out, the name of the tool ties a result to its call.
  if (call.id === undefined && call.name !== undefined) return { role: 'tool', tool_name: call.name, content }
  return { role: 'tool', tool_call_id: call.id ?? '', content }
}

export const renderTurn: Format['renderTurn'] = (speaker, content) => ({
  role: roles[speaker],
  content: 'text' in content ? content.text : content.parts,
})

export function unpack(part: Result | Call): readonly Piece[] {
  if (part.kind === 'call') return argumentPieces(part.arguments)
  const content = isObject(part.raw) ? part.raw.content : undefined
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }]
  if (content === undefined || content === null) return []
  return Array.isArray(content) ? Array.from(content, pieceOf) : [{ text: printJson(content) }]
}

function argumentPieces(given: unknown): readonly Piece[] {
  if (given === undefined) return []
  return [{ text: typeof given === 'string' ? given : printJson(given) }]
}

function pieceOf(item: unknown): Piece {
  if (isObject(item) && item.type === 'text' && typeof item.text === 'string') return { text: item.text }
  return isMedia(item) ? { media: item } : { text: printJson(item) }
}
