import { Broken } from './bits.ts'
import { type FrameState, readBlock } from './block.ts'
import { TooLarge, Unpacked } from './output.ts'

/** The outcome of an attempt to read bytes that zstd compressed. */
export type Unzstd =
  | { readonly state: 'read'; readonly bytes: Uint8Array }
  | { readonly state: 'too-large' | 'broken' }

/** The largest window of a frame, as RFC 8878 recommends it. */
const largestWindow = 1 << 23

/**
 * Reads bytes that zstd compressed, all frames of them, up to a size.
 *
 * Time and memory are bounded by the size alone: nothing is allocated because a header promises it, and the number of
 * blocks has a limit too, since an empty one costs time as well.
 */
export function unzstd(bytes: Uint8Array, limit: number): Unzstd {
  const output = new Unpacked(limit)
  let blocksLeft = 1024 + Math.floor(limit / 1024)
  const count = (): void => {
    if (--blocksLeft < 0) throw new TooLarge()
  }
  try {
    for (let at = 0; at < bytes.length; )
      at = isSkippable(bytes, at) ? skipped(bytes, at, count) : readFrame(bytes, at, output, count)
    return { state: 'read', bytes: output.taken() }
  } catch (error) {
    if (error instanceof TooLarge) return { state: 'too-large' }
    if (error instanceof Broken) return { state: 'broken' }
    throw error
  }
}

function readFrame(bytes: Uint8Array, start: number, output: Unpacked, count: () => void): number {
  const { at: first, size, hasChecksum } = readHead(bytes, start)
  const state: FrameState = { start: output.length, offsets: [1, 4, 8], huffman: undefined, tables: [] }
  let at = first
  for (let isLast = false; !isLast; ) {
    count()
    const word = numberAt(bytes, at, 3)
    isLast = (word & 1) === 1
    at = readBlock(bytes, at + 3, { kind: (word >> 1) & 3, size: word >> 3 }, output, state)
  }
  if (size !== undefined && output.length - state.start !== size) throw new Broken()
  const end = at + (hasChecksum ? 4 : 0)
  if (end > bytes.length) throw new Broken()
  return end
}

interface FrameHead {
  /** The place of the first block. */
  readonly at: number
  /** The size of the content, where the frame tells it. */
  readonly size: number | undefined
  readonly hasChecksum: boolean
}

function readHead(bytes: Uint8Array, start: number): FrameHead {
  if (numberAt(bytes, start, 4) !== 0xfd2fb528) throw new Broken()
  const flags = numberAt(bytes, start + 4, 1)
  const isSingle = (flags & 0x20) !== 0
  const dictionaryBytes = [0, 1, 2, 4][flags & 3] ?? 0
  let at = start + 5 + (isSingle ? 0 : 1)
  const isForeign = (flags & 8) !== 0 || numberAt(bytes, at, dictionaryBytes) !== 0
  if (isForeign) throw new Broken()
  at += dictionaryBytes
  const sizeBytes = flags >> 6 === 0 && !isSingle ? 0 : 1 << (flags >> 6)
  const size = sizeBytes === 0 ? undefined : numberAt(bytes, at, sizeBytes) + (sizeBytes === 2 ? 256 : 0)
  const window = isSingle ? (size ?? 0) : windowOf(numberAt(bytes, start + 5, 1))
  if (window > largestWindow) throw new TooLarge()
  return { at: at + sizeBytes, size, hasChecksum: (flags & 4) !== 0 }
}

function windowOf(descriptor: number): number {
  return 2 ** (10 + (descriptor >> 3)) * (1 + (descriptor & 7) / 8)
}

function isSkippable(bytes: Uint8Array, at: number): boolean {
  return numberAt(bytes, at, 4) >>> 4 === 0x184d2a5
}

function skipped(bytes: Uint8Array, at: number, count: () => void): number {
  count()
  const end = at + 8 + numberAt(bytes, at + 4, 4)
  if (end > bytes.length) throw new Broken()
  return end
}

/** A number of up to eight bytes, the lowest first. */
function numberAt(bytes: Uint8Array, at: number, length: number): number {
  if (at + length > bytes.length) throw new Broken()
  let value = 0
  for (let index = length - 1; index >= 0; index--) value = value * 256 + (bytes[at + index] ?? 0)
  return value
}
