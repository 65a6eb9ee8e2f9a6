import { keepMarks } from '../../engine/draft/keep-marks.ts'
import type { Format } from '../../model/format.ts'
import { isObject, type JsonObject } from '../../model/json.ts'
import { holdsMore, isMessage, isModelMessage, messagesOf, messagesRoot } from '../messages.ts'
import { headOf, unmarked } from './head.ts'
import { picks } from './picks.ts'
import { plain } from './plain.ts'
import { facts, renderOutput, renderResult, renderText, renderTurn, unpack } from './render.ts'
import { shapes } from './shapes.ts'
import { hasOwnMembers, signOf } from './signs.ts'
import { factsOf, readTurn } from './walk.ts'

/** Anthropic Messages: calls are blocks of the assistant's turn, results are blocks of the user's. */
export const anthropicMessages: Format = {
  name: 'anthropic-messages',
  title: 'Anthropic Messages',
  firstParty: 'anthropic',
  results: { shape: 'list', speaker: 'user', list: 'content' },
  lists: { content: { path: ['content'], whenEmpty: 'keep' } },
  facts,
  shapes,
  picks,
  recognises,
  signOf,
  hasOwnMembers,
  rootOf: messagesRoot,
  readTurn,
  isModelTurn: isModelMessage,
  holdsMore: (raw) => holdsMore(raw, []),
  headOf,
  withoutMarks: unmarked,
  keepMarks,
  plain,
  turnsOf: messagesOf,
  factsOf,
  renderText,
  renderResult,
  renderOutput,
  renderTurn,
  unpack,
}

const ownTypes: ReadonlySet<unknown> = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'image',
  'document',
])

function recognises(document: unknown): number {
  const turns = messagesOf(document)
  // A list of anything else is no conversation; an empty one may be.
  if (turns === undefined || (turns.length > 0 && !turns.some(isMessage))) return 0
  const isOwn = turns.some(
    (turn) => isObject(turn) && Array.isArray(turn.content) && turn.content.some(isOwnBlock),
  )
  const body = isObject(document) ? document : {}
  if (isOwn || body.anthropic_version !== undefined) return 1
  return body.system !== undefined ? 0.8 : 0.3
}

function isOwnBlock(block: unknown): boolean {
  return isObject(block) && ownTypes.has(block.type) && !isOthers(block)
}

/** Others hold an image or a document under its own name, without a source, and reasoning in a list. */
function isOthers({ image, document, thinking }: JsonObject): boolean {
  return image !== undefined || document !== undefined || Array.isArray(thinking)
}
