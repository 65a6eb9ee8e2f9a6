import { pairByCount } from '../../engine/match/by-count/pair-by-count.ts'
import type { Format } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { holdsMore, isMessage, isModelMessage, messagesOf, messagesRoot } from '../messages.ts'
import { headOf, unmarked } from './head.ts'
import { nativeApi } from './native.ts'
import { unfold } from './own-turn.ts'
import { picks } from './picks.ts'
import { plain } from './plain.ts'
import { facts, renderOutput, renderResult, renderText, renderTurn, unpack } from './render.ts'
import { settle } from './settle.ts'
import { shapes } from './shapes.ts'
import { hasOwnMembers, signOf } from './signs.ts'
import { factsOf, readTurn } from './walk.ts'

/** OpenAI Chat Completions and its many copies: calls hang on the assistant's turn, each result is a turn. */
export const openaiChat: Format = {
  name: 'openai-chat',
  title: 'OpenAI Chat Completions',
  firstParty: 'openai',
  results: { shape: 'self', speaker: 'tool', list: 'self' },
  lists: {
    content: { path: ['content'], whenEmpty: 'keep' },
    calls: { path: ['tool_calls'], whenEmpty: 'unset' },
    details: { path: ['reasoning_details'], whenEmpty: 'unset' },
  },
  facts,
  shapes,
  unfold,
  picks,
  nativeApi,
  recognises,
  signOf,
  hasOwnMembers,
  rootOf: messagesRoot,
  readTurn,
  settle,
  pairByCount,
  isModelTurn: isModelMessage,
  holdsMore: (raw) =>
    holdsMore(raw, ['tool_calls', 'tool_call_id', 'function_call', 'audio', 'refusal', 'reasoning_content']),
  headOf,
  withoutMarks: unmarked,
  plain,
  turnsOf: messagesOf,
  factsOf,
  renderText,
  renderResult,
  renderOutput,
  renderTurn,
  unpack,
}

const ownRoles: ReadonlySet<unknown> = new Set(['tool', 'function', 'developer', 'system'])

function recognises(document: unknown): number {
  const turns = messagesOf(document)
  // A list of anything else is no conversation; an empty one may be.
  if (turns === undefined || (turns.length > 0 && !turns.some(isMessage))) return 0
  return turns.some(isOwnTurn) ? 0.9 : 0.5
}

function isOwnTurn(turn: unknown): boolean {
  return isObject(turn) && (ownRoles.has(turn.role) || turn.tool_calls !== undefined)
}
