import { rechainBy } from '../../engine/draft/rechain.ts'
import type { Format } from '../../model/format.ts'
import { isObject, nonEmpty } from '../../model/json.ts'
import { messagesOf, messagesRoot } from '../messages.ts'
import { ownTurn } from './own-turn.ts'
import { sentPositions } from './path.ts'
import { picks } from './picks.ts'
import { plain } from './plain.ts'
import { facts, renderOutput, renderResult, renderText, renderTurn, unpack } from './render.ts'
import { recognises, signOf } from './signs.ts'
import { factsOf, holdsMore, readTurn } from './walk.ts'

export {
  type NeovatePaths,
  neovatePath,
  neovatePaths,
  type SiblingResults,
  type Whereabouts,
} from './path.ts'

/**
 * Neovate's messages in memory: calls are parts of the model's, results have messages of their own.
 *
 * Messages may name their parents. Only the last one and its ancestors are sent; all others are passed over.
 */
export const neovate: Format = {
  name: 'neovate',
  title: 'Neovate messages',
  firstParty: 'neovate',
  results: { shape: 'list', speaker: 'tool', list: 'content' },
  lists: { content: { path: ['content'], whenEmpty: 'keep' } },
  facts,
  shapes: { 'own-turn': (raw) => ownTurn(raw) ?? raw },
  picks,
  recognises,
  mixesShapes: true,
  signOf,
  rootOf: messagesRoot,
  sentPositions,
  rechain: rechainBy({
    idOf: (raw) => (isObject(raw) ? nonEmpty(raw.uuid) : undefined),
    parentOf: (raw) => (isObject(raw) ? raw.parentUuid : undefined),
  }),
  readTurn,
  isModelTurn,
  holdsMore,
  plain,
  isWhole: true,
  turnsOf: messagesOf,
  factsOf,
  renderText,
  renderResult,
  renderOutput,
  renderTurn,
  unpack,
}

function isModelTurn(raw: unknown): boolean | undefined {
  const role = isObject(raw) ? raw.role : undefined
  if (role === 'assistant') return true
  return role === 'user' || role === 'tool' ? false : undefined
}
