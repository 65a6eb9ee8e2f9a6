import type { Format, Part, Turn } from '@mortise/core'
import { isObject } from '../records/json.ts'
import { argumentsMember, idMember } from './record.ts'

type Unpack = Format['unpack']
type Pieces = ReturnType<Unpack>

const roles: Readonly<Record<Turn['speaker'], string>> = {
  user: 'user',
  model: 'assistant',
  system: 'user',
  tool: 'toolResult',
  unknown: 'user',
}

const plain = (value: unknown): unknown => value

/** Where each fact is written. */
export const facts: Format['facts'] = {
  turn: {
    speaker: { path: ['role'], encode: (speaker) => roles[speaker as Turn['speaker']] },
    content: { path: ['content'], encode: asList },
  },
  call: {
    id: { path: ['id'], encode: plain },
    name: { path: ['name'], encode: plain },
    arguments: { path: (raw) => [argumentsMember(raw)], encode: plain },
    argumentsObject: { path: (raw) => [argumentsMember(raw)], encode: plain },
  },
  result: {
    id: { path: (raw) => [idMember(raw)], encode: plain },
    name: { path: ['toolName'], encode: plain },
    content: { path: ['content'], encode: asList },
  },
  text: {},
  body: {},
}

function asList(value: unknown): unknown {
  return typeof value === 'string' ? [renderText(value)] : value
}

export function renderText(text: string): unknown {
  return { type: 'text', text }
}

export const renderResult: Format['renderResult'] = ({ id, name }, text) => ({
  role: 'toolResult',
  toolCallId: id ?? '',
  toolName: name ?? 'unnamed_tool',
  content: [renderText(text)],
  isError: true,
})

export const renderTurn: Format['renderTurn'] = (speaker, content) => ({
  role: roles[speaker],
  content: 'text' in content ? [renderText(content.text)] : content.parts,
})

/** The content of a result or a call, as pieces that a user's turn can take. */
export const unpack: Unpack = (part) => {
  if (part.kind === 'call') return textOf(part.arguments)
  const { content } = part as Extract<Part, { kind: 'result' }>
  return Array.isArray(content) ? content.flatMap(piecesOf) : textOf(content)
}

function piecesOf(block: unknown): Pieces {
  if (isObject(block) && block.type === 'text' && typeof block.text === 'string')
    return block.text === '' ? [] : [{ text: block.text }]
  return isObject(block) && block.type === 'image' ? [{ media: block }] : textOf(block)
}

function textOf(value: unknown): Pieces {
  if (value === undefined || value === null || value === '') return []
  return [{ text: typeof value === 'string' ? value : JSON.stringify(value) }]
}
