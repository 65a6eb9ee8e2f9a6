import type { Format, Part } from '@mortise/core'
import { isObject, type JsonObject } from '../json.ts'
import { isLegacyResult } from './record.ts'

type Piece = ReturnType<Format['unpack']>[number]

const roles: ReadonlyMap<unknown, string> = new Map([
  ['model', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
])

const plain = (value: unknown): unknown => value

function roleOf(speaker: unknown): string {
  return roles.get(speaker) ?? 'user'
}

/** Where each fact is written. */
export const facts: Format['facts'] = {
  turn: { speaker: { path: ['role'], encode: roleOf } },
  call: {
    id: { path: ['id'], encode: plain },
    name: { path: ['name'], encode: plain },
    arguments: { path: ['input'], encode: plain },
  },
  result: {
    id: { path: (raw) => [isLegacyResult(raw) ? 'id' : 'toolCallId'], encode: plain },
    name: { path: (raw) => [isLegacyResult(raw) ? 'name' : 'toolName'], encode: plain },
    content: {
      path: (raw) => (holdsResult(raw) ? ['result', 'llmContent'] : ['result']),
      encode: (value, raw) => (holdsResult(raw) ? value : { llmContent: value }),
    },
  },
  text: {},
  body: {},
}

function holdsResult(raw: unknown): boolean {
  return isObject(raw) && isObject(raw.result)
}

export function renderText(text: string): unknown {
  return { type: 'text', text }
}

/** A result as Neovate writes one for a call that was cancelled. */
export const renderResult: Format['renderResult'] = (call, text) => ({
  type: 'tool-result',
  toolCallId: call.id ?? '',
  toolName: call.name ?? '',
  input: isObject(call.arguments) ? call.arguments : {},
  result: { llmContent: text, returnDisplay: text, isError: true },
})

export const renderTurn: Format['renderTurn'] = (speaker, content) => {
  if ('parts' in content) {
    const isLegacy = speaker === 'tool' && content.parts.length > 0 && content.parts.every(isLegacyResult)
    return { role: isLegacy ? 'user' : roleOf(speaker), content: content.parts }
  }
  const { text } = content
  return { role: roleOf(speaker), content: speaker === 'model' ? [renderText(text)] : text }
}

export const unpack: Format['unpack'] = (part) => {
  if (part.kind === 'call') return wordsOf(part.arguments)
  const { content } = part
  if (Array.isArray(content)) return content.map(pieceOf)
  return content === undefined || content === null ? strangers(part) : wordsOf(content)
}

/** What a result of another shape holds under names of its own. */
function strangers({ raw }: Part): readonly Piece[] {
  const result: unknown = isObject(raw) ? raw.result : undefined
  if (!isObject(result)) return wordsOf(result)
  const { llmContent: _content, returnDisplay: _display, isError: _error, ...rest } = result
  return Object.keys(rest).length === 0 ? [] : wordsOf(rest)
}

function wordsOf(value: unknown): readonly Piece[] {
  if (value === undefined || value === null || value === '') return []
  return [{ text: typeof value === 'string' ? value : JSON.stringify(value) }]
}

function pieceOf(piece: unknown): Piece {
  const { type, text } = isObject(piece) ? piece : ({} as JsonObject)
  if (type === 'text' && typeof text === 'string') return { text }
  return type === 'image' ? { media: piece } : { text: JSON.stringify(piece) }
}
