import type { Shapes } from '../../model/format.ts'
import { isObject, type JsonObject } from '../../model/json.ts'
import { held, isMore, namesIn, wordedThought } from './blocks.ts'
import { ownTurn } from './own-turn.ts'
import { pieceOf, renderText } from './render.ts'

/** The shapes that a part can be given. */
export const shapes: Shapes = {
  'own-turn': (raw) => ownTurn(raw) ?? raw,
  'without-empty-text': withoutEmptyText,
  'text-only': textOnly,
  'list-content': listContent,
  'object-result': objectResult,
  'document-names': documentNames,
  'worded-thought': wordedThought,
}

/** A message, or a result, whose words stand in a list. */
function listContent(raw: unknown): unknown {
  if (!isObject(raw)) return raw
  if (isObject(raw.toolResult)) {
    const toolResult = listContent(raw.toolResult)
    return toolResult === raw.toolResult ? raw : { ...raw, toolResult }
  }
  if (typeof raw.content !== 'string') return raw
  return { ...raw, content: raw.content === '' ? [] : [renderText(raw.content)] }
}

/** A result of words and JSON alone; what can be shown elsewhere leaves it, what cannot becomes words. */
function textOnly(raw: unknown): unknown {
  const result = held(raw, 'toolResult')
  if (!isObject(raw) || !Array.isArray(result.content) || !result.content.some(isMore)) return raw
  const content = result.content.flatMap((block: unknown) => {
    if (!isMore(block)) return [block]
    const piece = pieceOf(block)
    return 'text' in piece ? [renderText(piece.text)] : []
  })
  return { ...raw, toolResult: { ...result, content } }
}

/** A result without texts that say nothing; the one wished for stands where nothing else is left. */
function withoutEmptyText(raw: unknown, wish: unknown): unknown {
  const result = held(raw, 'toolResult')
  if (!isObject(raw) || !Array.isArray(result.content) || !isObject(wish)) return raw
  const kept = result.content.filter((block: unknown) => !isEmptyText(block, wish.blank === true))
  if (kept.length === result.content.length) return raw
  const content = kept.length > 0 ? kept : [{ text: wish.text }]
  return { ...raw, toolResult: { ...result, content } }
}

/** A result whose JSON is an object; what is none is its output. */
function objectResult(raw: unknown): unknown {
  const result = held(raw, 'toolResult')
  if (!isObject(raw) || !Array.isArray(result.content) || !result.content.some(isOtherJson)) return raw
  const content = result.content.map((block: unknown) =>
    isOtherJson(block) ? { ...block, json: { output: block.json } } : block,
  )
  return { ...raw, toolResult: { ...result, content } }
}

/** A document, or a result with documents, under the names that are wished for. */
function documentNames(raw: unknown, wish: unknown): unknown {
  if (!isObject(raw) || !Array.isArray(wish)) return raw
  const names: unknown[] = [...wish]
  if (isObject(raw.document)) return renamed(raw, names)
  const result = held(raw, 'toolResult')
  const blocks: readonly unknown[] = Array.isArray(result.content) ? result.content : []
  const content = blocks.map((block) => renamed(block, names))
  const isChanged = content.some((block, index) => block !== blocks[index])
  return isChanged ? { ...raw, toolResult: { ...result, content } } : raw
}

/** A block whose document takes the next of some names; any other block is left as it is. */
function renamed(block: unknown, names: unknown[]): unknown {
  if (!isObject(block) || namesIn([block]).length === 0) return block
  const document = held(block, 'document')
  const name = names.shift()
  return name === document.name ? block : { ...block, document: { ...document, name } }
}

function isOtherJson(block: unknown): block is JsonObject {
  return isObject(block) && block.json !== undefined && !isObject(block.json)
}

function isEmptyText(block: unknown, isBlankToo: boolean): boolean {
  if (!isObject(block) || typeof block.text !== 'string') return false
  return (isBlankToo ? block.text.trim() : block.text) === ''
}
