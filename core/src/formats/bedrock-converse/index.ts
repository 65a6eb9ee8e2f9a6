import { keepMarks } from '../../engine/keep-marks.ts'
import type { Format } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { holdsMore, isModelMessage, messagesOf, messagesRoot } from '../messages.ts'
import { blockKinds } from './blocks.ts'
import { factsOf } from './body.ts'
import { picks } from './picks.ts'
import { facts, renderOutput, renderResult, renderText, renderTurn, unpack } from './render.ts'
import { makeSentinel } from './sentinel.ts'
import { shapes } from './shapes.ts'
import { readTurn } from './walk.ts'

/** Bedrock Converse: every block is named by its one member, calls and results among them. */
export const bedrockConverse: Format = {
  name: 'bedrock-converse',
  title: 'Amazon Bedrock Converse',
  firstParty: 'bedrock',
  results: { shape: 'list', speaker: 'user', list: 'content' },
  lists: { content: { path: ['content'], whenEmpty: 'keep' } },
  facts,
  shapes,
  picks,
  recognises,
  rootOf: messagesRoot,
  readTurn,
  isModelTurn: isModelMessage,
  holdsMore: (raw) => holdsMore(raw, []),
  keepMarks,
  sentinel: makeSentinel,
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
  if (isObject(document) && (document.modelId !== undefined || document.toolConfig !== undefined)) return 1
  return turns.some(hasOwnBlock) ? 1 : 0
}

function hasOwnBlock(turn: unknown): boolean {
  return isObject(turn) && Array.isArray(turn.content) && turn.content.some(isOwnBlock)
}

/** Blocks of other formats say what they are in a member of its own. */
function isOwnBlock(block: unknown): boolean {
  return isObject(block) && block.type === undefined && blockKinds.some((kind) => block[kind] !== undefined)
}
