import type { Format } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { holdsMore, isMessage } from '../messages.ts'
import { factsOf, isContinued, itemsOf } from './body.ts'
import { isModelItem, isOwnType } from './items.ts'
import { renderOutput } from './output.ts'
import { picks } from './picks.ts'
import { plain } from './plain.ts'
import { facts, renderText, renderTurn, unpack } from './render.ts'
import { shapes } from './shapes.ts'
import { signOf } from './signs.ts'
import { renderResult } from './stand-in.ts'
import { unfold } from './unfold.ts'
import { readTurn } from './walk.ts'

/** OpenAI Responses: a flat list of items, where a message, a call, a result and a thought are one each. */
export const openaiResponses: Format = {
  name: 'openai-responses',
  title: 'OpenAI Responses',
  firstParty: 'openai-responses',
  results: { shape: 'self', speaker: 'tool', list: 'self' },
  lists: { content: { path: ['content'], whenEmpty: 'keep' } },
  facts,
  shapes,
  unfold,
  picks,
  recognises,
  signOf,
  isBareTurn: ({ type }) => isOwnType(type),
  rootOf: (document) => (Array.isArray(document) ? [] : ['input']),
  readTurn,
  isModelTurn: isModelItem,
  holdsMore: (raw) => holdsMore(raw, ['status', 'phase']),
  plain,
  turnsOf: itemsOf,
  factsOf,
  renderText,
  renderResult,
  renderOutput,
  renderTurn,
  unpack,
}

function recognises(document: unknown): number {
  const items = itemsOf(document)
  if (items === undefined || (isObject(document) && document.messages !== undefined)) return 0
  if (items.some((item) => isObject(item) && isOwnType(item.type))) return 1
  if (isObject(document) && isContinued(document)) return 0.9
  // A body with a list of anything else is no conversation; a bare list of messages is most likely chat.
  if (items.length > 0 && !items.some(isMessage)) return 0
  return isObject(document) ? 0.9 : 0.2
}
