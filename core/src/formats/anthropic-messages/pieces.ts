import { usableArguments } from '../../engine/for-rules/arguments.ts'
import type { Reshape } from '../../model/format.ts'
import { isObject, type JsonObject, printJson, sameJson } from '../../model/json.ts'
import { pieceType } from './blocks.ts'
import { renderText } from './render.ts'

/**
 * A message without such pieces: they go into their calls where these have no arguments, or go where these say the
 * same; others stay as words.
 *
 * An empty text stands where one went, so that each block keeps its place; it goes as any other.
 */
export const ownContent: Reshape = (raw) => {
  if (!isObject(raw) || !Array.isArray(raw.content) || !raw.content.some(isPiece)) return raw
  const blocks: readonly unknown[] = raw.content
  const owners = ownersIn(blocks)
  const told = new Map<number, string>()
  blocks.forEach((block, at) => {
    const owner = owners.get(at)
    if (owner !== undefined && isPiece(block)) told.set(owner, `${told.get(owner) ?? ''}${wordsOf(block)}`)
  })
  // Each call is asked once: a stream may have left thousands of pieces.
  const taking = new Set([...told].filter(([at, words]) => takes(blocks[at], words)).map(([at]) => at))
  const content = blocks.map((block, at) => {
    if (!isPiece(block)) return withInput(block, told.get(at) ?? '')
    const words = wordsOf(block)
    const goes = words.trim() === '' || taking.has(owners.get(at) ?? -1)
    return renderText(goes ? '' : words)
  })
  return { ...raw, content }
}

/** By the position of each piece, that of its call; those of no call are left out. */
function ownersIn(blocks: readonly unknown[]): ReadonlyMap<number, number> {
  const owners = new Map<number, number>()
  // The last call with each number; one without a number takes any piece.
  const numbered = new Map<unknown, number>()
  // The last call, where it has no arguments: it takes what no call has the number of.
  let last: number | undefined
  blocks.forEach((block, at) => {
    if (isPiece(block)) {
      const loose = numbered.get(undefined)
      const named = block.index === undefined ? undefined : numbered.get(block.index)
      const owner = named === undefined ? (last ?? loose) : Math.max(loose ?? -1, named)
      if (owner !== undefined) owners.set(at, owner)
    } else if (isObject(block) && block.type === 'tool_use') {
      numbered.set(block.index, at)
      last = isNothing(block.input) ? at : undefined
    }
  })
  return owners
}

/** Whether nothing is lost when words go into a call: it has no arguments, or just these. */
function takes(call: unknown, words: string): boolean {
  if (!isObject(call) || isNothing(call.input)) return true
  return sameJson(usableArguments({ arguments: words }), call.input)
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
