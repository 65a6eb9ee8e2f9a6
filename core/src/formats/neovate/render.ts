import type { Format, Output, Piece } from '../../model/format.ts'
import { isObject, type JsonObject, printJson } from '../../model/json.ts'
import { asGiven, isTypedBlocks } from '../../model/output.ts'
import type { Call, Result, Speaker } from '../../model/transcript.ts'
import { isStandIn } from '../../texts/fixed.ts'
import { isLegacyResult } from './words.ts'

const roles: Readonly<Record<Speaker, string>> = {
  user: 'user',
  model: 'assistant',
  system: 'system',
  tool: 'tool',
  unknown: 'user',
}

const plain = (value: unknown): unknown => value

/** Where each fact is written. */
export const facts: Format['facts'] = {
  turn: {
    speaker: { path: ['role'], encode: (speaker) => roles[speaker as Speaker] },
    id: { path: ['uuid'], encode: plain },
    parent: { path: ['parentUuid'], encode: plain },
  },
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

/** A result that failed; one that only stands in also says so to the user, as for a call that was cancelled. */
export function renderResult(call: Call, text: string): unknown {
  const shown = isStandIn(text) ? { returnDisplay: text } : {}
  return { ...headOf(call), result: { llmContent: text, ...shown, isError: true } }
}

export function renderOutput(call: Call, output: Output): unknown {
  return { ...headOf(call), result: { llmContent: contentOf(asGiven(output, isTypedBlocks)) } }
}

function headOf(call: Call): JsonObject {
  return {
    type: 'tool-result',
    toolCallId: call.id ?? '',
    toolName: call.name ?? '',
    input: isObject(call.arguments) ? call.arguments : {},
  }
}

/** The content that the model is sent: words, or parts; any other value in words. */
function contentOf(output: Output): unknown {
  if ('text' in output) return output.text
  return 'json' in output ? printJson(output.json) : output.content
}

/** The members that a message takes from the one it is put beside, besides its own name and its parent's. */
const inherited = ['type', 'sessionId', 'timestamp']

export const renderTurn: Format['renderTurn'] = (speaker, content, beside) => {
  const around = isObject(beside) ? beside : {}
  const more = Object.fromEntries(
    inherited.flatMap((name) => (typeof around[name] === 'string' ? [[name, around[name]]] : [])),
  )
  return { ...said(speaker, content), ...more }
}

function said(speaker: Speaker, content: Parameters<Format['renderTurn']>[1]): JsonObject {
  const role = roles[speaker]
  if ('text' in content)
    return { role, content: speaker === 'model' ? [renderText(content.text)] : content.text }
  const { parts } = content
  // Older versions gave results in the user's name.
  const isLegacy = speaker === 'tool' && parts.length > 0 && parts.every(isLegacyResult)
  return { role: isLegacy ? 'user' : role, content: parts }
}

export function unpack(part: Result | Call): readonly Piece[] {
  if (part.kind === 'call') return wordsOf(part.arguments)
  const { content } = part
  if (Array.isArray(content)) return Array.from(content, pieceOf)
  return content === undefined || content === null ? strangers(part) : wordsOf(content)
}

/** The members that a result of another shape has under names of its own. */
function strangers({ raw }: Result): readonly Piece[] {
  const result: unknown = isObject(raw) ? raw.result : undefined
  if (!isObject(result)) return wordsOf(result)
  const { llmContent: _content, returnDisplay: _display, isError: _error, ...rest } = result
  return Object.keys(rest).length === 0 ? [] : wordsOf(rest)
}

function wordsOf(value: unknown): readonly Piece[] {
  if (value === undefined || value === null || value === '') return []
  return [{ text: typeof value === 'string' ? value : printJson(value) }]
}

function pieceOf(piece: unknown): Piece {
  const { type, text } = isObject(piece) ? piece : ({} as JsonObject)
  if (type === 'text' && typeof text === 'string') return { text }
  return type === 'image' ? { media: piece } : { text: printJson(piece) }
}
