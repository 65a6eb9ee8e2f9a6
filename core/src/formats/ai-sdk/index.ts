import type { Format } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { isMessage, messagesOf, messagesRoot } from '../messages.ts'
import { picks } from './picks.ts'
import { facts, renderOutput, renderResult, renderText, renderTurn, unpack } from './render.ts'
import { makeSentinel } from './sentinel.ts'
import { settle } from './settle.ts'
import { shapes } from './shapes.ts'
import { factsOf, holdsMore, readTurn } from './walk.ts'

/**
 * The AI SDK: what the model is sent, with results in turns of the tool, and what a chat shows, where a
 * call and its result are one part.
 */
export const aiSdk: Format = {
  name: 'ai-sdk',
  title: 'AI SDK messages',
  firstParty: 'ai-sdk',
  results: { shape: 'list', speaker: 'tool', list: 'content' },
  lists: {
    content: { path: ['content'], whenEmpty: 'keep' },
    parts: { path: ['parts'], whenEmpty: 'keep' },
    invocations: { path: ['toolInvocations'], whenEmpty: 'unset' },
  },
  facts,
  shapes,
  picks,
  recognises,
  rootOf: messagesRoot,
  readTurn,
  settle,
  isModelTurn,
  holdsMore,
  sentinel: makeSentinel,
  turnsOf: messagesOf,
  factsOf,
  renderText,
  renderResult,
  renderOutput,
  renderTurn,
  unpack,
}

/** Results may follow until somebody else speaks, so a tool's turn never ends what can be read by itself. */
function isModelTurn(raw: unknown): boolean | undefined {
  const role = isObject(raw) ? raw.role : undefined
  if (role === 'assistant') return true
  return role === 'user' || role === 'system' ? false : undefined
}

const ownTypes: ReadonlySet<unknown> = new Set([
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
])

function recognises(document: unknown): number {
  const turns = messagesOf(document)
  if (turns === undefined || (turns.length > 0 && !turns.some(isMessage) && !turns.some(isShown))) return 0
  return turns.some(isOwnTurn) ? 1 : 0.1
}

function isOwnTurn(turn: unknown): boolean {
  if (!isObject(turn)) return false
  if (isShown(turn) || Array.isArray(turn.toolInvocations)) return true
  return Array.isArray(turn.content) && turn.content.some(isOwnPart)
}

/** Whether this is a message of a chat: parts with a type each, where other formats with parts have none. */
function isShown(turn: unknown): boolean {
  if (!isObject(turn) || typeof turn.role !== 'string' || !Array.isArray(turn.parts)) return false
  return turn.parts.length > 0 && turn.parts.some((part) => isObject(part) && typeof part.type === 'string')
}

function isOwnPart(part: unknown): boolean {
  if (!isObject(part)) return false
  return ownTypes.has(part.type) || isOwnReasoning(part) || isOwnFile(part)
}

/** Reasoning among other content is words here; elsewhere it has another name or stands by itself. */
function isOwnReasoning({ type, text }: Readonly<Record<string, unknown>>): boolean {
  return type === 'reasoning' && typeof text === 'string'
}

/** Images and files are named by their media type here, and by a source elsewhere. */
function isOwnFile({ type, mediaType, image, data }: Readonly<Record<string, unknown>>): boolean {
  if (type === 'image') return image !== undefined
  return type === 'file' && typeof mediaType === 'string' && data !== undefined
}
