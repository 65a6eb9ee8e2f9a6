import type { Format, Piece } from '../../model/format.ts'
import { isObject, type JsonObject, printJson } from '../../model/json.ts'
import type { Call, Result, Speaker } from '../../model/transcript.ts'
import { resultTypes } from './items.ts'

const roles: Readonly<Record<Speaker, string>> = {
  user: 'user',
  model: 'assistant',
  system: 'developer',
  tool: 'user',
  unknown: 'user',
}

const plain = (value: unknown): unknown => value

/** Where each fact is written. */
export const facts: Format['facts'] = {
  turn: {
    speaker: { path: ['role'], encode: (speaker) => roles[speaker as Speaker] },
    itemId: { path: ['id'], encode: plain },
  },
  call: {
    id: { path: ['call_id'], encode: plain },
    name: { path: ['name'], encode: plain },
    arguments: { path: ['arguments'], encode: (value) => printJson(value) },
  },
  result: {
    id: { path: ['call_id'], encode: plain },
    tool: { path: ['type'], encode: (tool) => resultTypes[tool as string] },
    content: { path: ['output'], encode: plain },
  },
  text: {},
  body: {},
}

export function renderText(text: string, speaker: Speaker): unknown {
  return { type: speaker === 'model' ? 'output_text' : 'input_text', text }
}

export const renderTurn: Format['renderTurn'] = (speaker, content) => ({
  type: 'message',
  role: roles[speaker],
  content: 'text' in content ? content.text : content.parts,
})

export function unpack(part: Result | Call): readonly Piece[] {
  const given = part.kind === 'call' ? part.arguments : part.content
  if (typeof given === 'string') return given === '' ? [] : [{ text: given }]
  if (given === undefined || given === null) return part.kind === 'call' ? [] : strangers(part.raw)
  if (part.kind === 'call' || part.tool === 'tool_search') return [{ text: printJson(given) }]
  return Array.isArray(given) ? Array.from(given, pieceOf) : [pieceOf(given)]
}

// A result of another shape may keep its words under a name of its own: they are not lost.
function strangers(raw: unknown): readonly Piece[] {
  const { type: _type, id: _id, call_id: _call, ...rest } = isObject(raw) ? raw : ({} as JsonObject)
  const { output: _output, ...words } = rest
  return Object.keys(words).length === 0 ? [] : [{ text: printJson(words) }]
}

function pieceOf(piece: unknown): Piece {
  if (!isObject(piece)) return { text: typeof piece === 'string' ? piece : printJson(piece) }
  if (piece.type === 'input_text' && typeof piece.text === 'string') return { text: piece.text }
  if (piece.type === 'input_image' || piece.type === 'input_file') return { media: piece }
  // A screenshot may stand in a user turn as an image.
  if (piece.type === 'computer_screenshot') return { media: { ...piece, type: 'input_image' } }
  return { text: printJson(piece) }
}
