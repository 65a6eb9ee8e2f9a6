import { pairByCount } from '../../engine/match/by-count/pair-by-count.ts'
import type { Format } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { holdsMore } from '../messages.ts'
import { contentsOf, contentsRoot, factsOf, isWrapped, requestOf } from './body.ts'
import { picks } from './picks.ts'
import { plain } from './plain.ts'
import { facts, renderOutput, renderResult, renderText, renderTurn, unpack } from './render.ts'
import { shapes } from './shapes.ts'
import { isOwnPart, signOf } from './signs.ts'
import { readTurn } from './walk.ts'

/** Gemini contents: calls and results are parts; a result belongs to its call by id, else by order. */
export const geminiContents: Format = {
  name: 'gemini-contents',
  title: 'Gemini contents',
  firstParty: 'gemini',
  results: { shape: 'list', speaker: 'user', list: 'content' },
  lists: { content: { path: ['parts'], whenEmpty: 'keep' } },
  facts,
  shapes,
  picks,
  recognises,
  signOf,
  isBareTurn: ({ parts }) => Array.isArray(parts),
  rootOf: contentsRoot,
  readTurn,
  pairByCount,
  isModelTurn,
  holdsMore: (raw) => holdsMore(raw, ['parts']),
  plain,
  turnsOf: contentsOf,
  factsOf,
  renderText,
  renderResult,
  renderOutput,
  renderTurn,
  unpack,
}

/** Whether a content is the model's; undefined where its role does not tell. */
function isModelTurn(raw: unknown): boolean | undefined {
  const content = raw as { readonly role?: unknown } | null | undefined
  if (content?.role === 'model') return true
  return content?.role === 'user' ? false : undefined
}

function recognises(document: unknown): number {
  const contents = contentsOf(document)
  if (contents === undefined) return 0
  if (contents.some(isOwn)) return 1
  // A list without signs of its own is no conversation of this format; a member of this name is.
  if (Array.isArray(document)) return 0
  return isWrapped(document) || requestOf(document).contents !== undefined ? 0.9 : 0
}

/** Whether something has parts that are told apart by what they hold, not by a type. */
function isOwn(content: unknown): boolean {
  return isObject(content) && Array.isArray(content.parts) && content.parts.some(isOwnPart)
}
