import type { Format } from '../../model/format.ts'
import { isObject } from '../../model/json.ts'
import { held } from './blocks.ts'

/** The shapes that a part can be given. */
export const shapes: NonNullable<Format['shapes']> = { 'without-empty-text': withoutEmptyText }

/** A result without texts that say nothing; the one wished for stands where nothing else is left. */
function withoutEmptyText(raw: unknown, wish: unknown): unknown {
  const result = held(raw, 'toolResult')
  if (!isObject(raw) || !Array.isArray(result.content) || !isObject(wish)) return raw
  const kept = result.content.filter((block: unknown) => !isEmptyText(block, wish.blank === true))
  if (kept.length === result.content.length) return raw
  const content = kept.length > 0 ? kept : [{ text: wish.text }]
  return { ...raw, toolResult: { ...result, content } }
}

function isEmptyText(block: unknown, isBlankToo: boolean): boolean {
  if (!isObject(block) || typeof block.text !== 'string') return false
  return (isBlankToo ? block.text.trim() : block.text) === ''
}
