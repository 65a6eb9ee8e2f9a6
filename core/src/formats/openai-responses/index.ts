import type { Format } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { holdsMore, isMessage } from '../messages.ts'
import { isModelItem } from './items.ts'
import { facts, renderText, renderTurn, unpack } from './render.ts'
import { makeSentinel } from './sentinel.ts'
import { renderResult } from './stand-in.ts'
import { factsOf, itemsOf, readTurn } from './walk.ts'

/** OpenAI Responses: a flat list of items, where a message, a call, a result and a thought are one each. */
export const openaiResponses: Format = {
  name: 'openai-responses',
  title: 'OpenAI Responses',
  firstParty: 'openai-responses',
  results: { shape: 'self', speaker: 'tool', list: 'self' },
  lists: { content: { path: ['content'], whenEmpty: 'keep' } },
  facts,
  recognises,
  rootOf: (document) => (Array.isArray(document) ? [] : ['input']),
  readTurn,
  isModelTurn: isModelItem,
  holdsMore: (raw) => holdsMore(raw, ['status', 'phase']),
  sentinel: makeSentinel,
  turnsOf: itemsOf,
  factsOf,
  renderText,
  renderResult,
  renderTurn,
  unpack,
}

const ownType = /^(?:message|reasoning|item_reference|compaction|\w+_call|\w+_call_output)$/

function recognises(document: unknown): number {
  const items = itemsOf(document)
  if (items === undefined || (isObject(document) && document.messages !== undefined)) return 0
  if (items.some(isOwnItem)) return 1
  // A body with a list of anything else is no conversation; a bare list of messages is most likely chat.
  if (items.length > 0 && !items.some(isMessage)) return 0
  return isObject(document) ? 0.9 : 0.2
}

function isOwnItem(item: unknown): boolean {
  return isObject(item) && typeof item.type === 'string' && ownType.test(item.type)
}
