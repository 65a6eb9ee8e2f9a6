import { isObject } from '../../model/json.ts'
import { checkBytes } from '../../model/option-checks.ts'
import { badOption } from '../../model/options.ts'

/** Puts `insert` in the place of the bytes from `start` to `end`. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly insert: Uint8Array
}

/**
 * Applies splices, in order and apart from each other, in one pass.
 *
 * Bytes between splices are copied as they are. Without a splice the same buffer comes back.
 */
export function applySplices(bytes: Uint8Array, splices: readonly Splice[]): Uint8Array {
  checkBytes('applySplices', bytes)
  if (!Array.isArray(splices)) throw badOption('`applySplices` takes a list of splices.')
  if (splices.length === 0) return bytes
  const result = new Uint8Array(lengthAfter(bytes, splices))
  let read = 0
  let written = 0
  for (const { start, end, insert } of splices) {
    result.set(bytes.subarray(read, start), written)
    written += start - read
    result.set(insert, written)
    written += insert.length
    read = end
  }
  result.set(bytes.subarray(read), written)
  return result
}

function lengthAfter(bytes: Uint8Array, splices: readonly Splice[]): number {
  let length = bytes.length
  let last = 0
  for (const splice of splices) {
    checkSplice(splice)
    const { start, end, insert } = splice
    if (start < last || end < start || end > bytes.length)
      throw badOption(`The splice from ${start} to ${end} is out of order or out of bounds.`)
    length += insert.length - (end - start)
    last = end
  }
  return length
}

function checkSplice(splice: unknown): void {
  const isSplice = isObject(splice) && Number.isInteger(splice.start) && Number.isInteger(splice.end)
  if (!isSplice) throw badOption('A splice has a `start`, an `end` and bytes to `insert`.')
  checkBytes('insert', splice.insert)
}

/** Bytes that are new, or a stretch of the document. */
export type SplicePiece = Uint8Array | { readonly start: number; readonly end: number }

/** Puts pieces together. */
export function joined(bytes: Uint8Array, pieces: readonly SplicePiece[]): Uint8Array {
  const parts = pieces.map((piece) =>
    piece instanceof Uint8Array ? piece : bytes.subarray(piece.start, piece.end),
  )
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let written = 0
  for (const part of parts) {
    result.set(part, written)
    written += part.length
  }
  return result
}

/** The splices that put pieces in the place of a stretch; pieces that stand in it already stay untouched. */
export function splicesWithin(
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
  pieces: readonly SplicePiece[],
): Splice[] {
  const splices: Splice[] = []
  let from = start
  let fresh: SplicePiece[] = []
  for (const piece of pieces) {
    if (piece instanceof Uint8Array || piece.start < from || piece.end > end) {
      fresh.push(piece)
      continue
    }
    splices.push({ start: from, end: piece.start, insert: joined(bytes, fresh) })
    fresh = []
    from = piece.end
  }
  splices.push({ start: from, end, insert: joined(bytes, fresh) })
  return splices.filter((splice) => splice.end > splice.start || splice.insert.length > 0)
}
