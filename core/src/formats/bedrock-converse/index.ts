import { keepMarks } from '../../engine/draft/keep-marks.ts'
import type { Format } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { holdsMore, isModelMessage, messagesOf, messagesRoot } from '../messages.ts'
import { factsOf, headOf } from './body.ts'
import { unmarked } from './marks.ts'
import { picks } from './picks.ts'
import { plain } from './plain.ts'
import { facts, renderOutput, renderResult, renderText, renderTurn, unpack } from './render.ts'
import { shapes } from './shapes.ts'
import { hasOwnMembers, signOf } from './signs.ts'
import { readTurn } from './walk.ts'

/** Bedrock Converse: every block is named by its one member, calls and results among them. */
export const bedrockConverse: Format = {
  name: 'bedrock-converse',
  title: 'Amazon Bedrock Converse',
  firstParty: 'bedrock',
  results: { shape: 'list', speaker: 'user', list: 'content' },
  lists: { content: { path: ['content'], whenEmpty: 'keep' } },
  facts,
  // A mark is a part of its own here: it goes with the part.
  unplacedFacts: ['mark'],
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

function recognises(document: unknown): number {
  const turns = messagesOf(document)
  if (turns === undefined) return 0
  if (isObject(document) && hasOwnMembers(document)) return 1
  return turns.some((turn) => signOf(turn) !== undefined) ? 1 : 0
}
