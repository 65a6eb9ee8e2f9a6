import type { Format } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { isMessage, messagesOf, messagesRoot } from '../messages.ts'
import { unfold } from './own-turn.ts'
import { picks } from './picks.ts'
import { plain } from './plain.ts'
import { facts, renderOutput, renderResult, renderText, renderTurn, unpack } from './render.ts'
import { settle } from './settle.ts'
import { shapes } from './shapes.ts'
import { isShown, signOf } from './signs.ts'
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
  unfold,
  picks,
  recognises,
  signOf,
  rootOf: messagesRoot,
  readTurn,
  settle,
  isModelTurn,
  holdsMore,
  plain,
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

function recognises(document: unknown): number {
  const turns = messagesOf(document)
  if (turns === undefined || (turns.length > 0 && !turns.some(isMessage) && !turns.some(isShown))) return 0
  return turns.some((turn) => signOf(turn) !== undefined) ? 1 : 0.1
}
