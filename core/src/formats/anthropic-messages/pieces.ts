import { usableArguments } from '../../engine/arguments.ts'
import type { Reshape } from '../../model/format.ts'
import { isObject, type JsonObject, printJson } from '../../model/json.ts'
import { pieceType } from './blocks.ts'
import { renderText } from './render.ts'

/**
 * A message without such pieces: they go into their calls where these have no arguments, or stay as words.
 *
 * An empty text stands where one went, so that each block keeps its place; it goes as any other.
 */
export const ownContent: Reshape = (raw) => {
  if (!isObject(raw) || !Array.isArray(raw.content) || !raw.content.some(isPiece)) return raw
  const blocks: readonly unknown[] = raw.content
  const told = new Map<number, string>()
  // The last call with each number; one without a number takes any piece.
  const numbered = new Map<unknown, number>()
  // The last call, where it has no arguments: it takes what no call has the number of.
  let last = -1
  const kept = blocks.map((block, at) => {
    if (!isPiece(block)) {
      if (!isObject(block) || block.type !== 'tool_use') return block
      numbered.set(block.index, at)
      last = isNothing(block.input) ? at : -1
      return block
    }
    const words = wordsOf(block)
    const loose = numbered.get(undefined) ?? -1
    const named = (block.index === undefined ? undefined : numbered.get(block.index)) ?? -1
    const owner = named >= 0 ? Math.max(loose, named) : last >= 0 ? last : loose
    if (owner < 0) return renderText(words.trim() === '' ? '' : words)
    told.set(owner, `${told.get(owner) ?? ''}${words}`)
    return renderText('')
  })
  return { ...raw, content: kept.map((block, at) => withInput(block, told.get(at) ?? '')) }
}

function isPiece(block: unknown): block is JsonObject {
  return isObject(block) && block.type === pieceType
}

/** Some libraries keep the piece under the name that arguments have. */
function wordsOf({ partial_json: piece, input }: JsonObject): string {
  const given = piece ?? input ?? ''
  return typeof given === 'string' ? given : printJson(given)
}

function withInput(block: unknown, words: string): unknown {
  if (!isObject(block) || words.trim() === '' || !isNothing(block.input)) return block
  return { ...block, input: usableArguments({ arguments: words }) }
}

/** Whether a call has no arguments at all, or none that say anything. */
export function isNothing(input: unknown): boolean {
  if (input === undefined || input === null || input === '') return true
  return isObject(input) && Object.keys(input).length === 0
}
