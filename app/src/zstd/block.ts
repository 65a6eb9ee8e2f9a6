import { Broken } from './bits.ts'
import type { FseTable } from './fse.ts'
import { type HuffmanTable, readHuffman, readHuffmanTable } from './huffman.ts'
import { largestBlock, type Unpacked } from './output.ts'
import { readSequences } from './sequences.ts'

/** The things that a block of a frame takes over from the blocks before it. */
export interface FrameState {
  /** The place in the output at which the frame starts. */
  readonly start: number
  /** The offsets that were used last. */
  readonly offsets: [number, number, number]
  huffman: HuffmanTable | undefined
  /** The tables for lengths of literals, offsets and lengths of matches. */
  tables: readonly FseTable[]
}

const [stored, repeated, compressed] = [0, 1, 2]

/** Reads one block; gives the place after it. */
export function readBlock(
  bytes: Uint8Array,
  at: number,
  { kind, size }: { readonly kind: number; readonly size: number },
  output: Unpacked,
  state: FrameState,
): number {
  const end = at + (kind === repeated ? 1 : size)
  if (end > bytes.length) throw new Broken()
  if (kind === stored) output.append(bytes.subarray(at, end))
  else if (kind === repeated) output.fill(bytes[at] ?? 0, size)
  else if (kind === compressed) {
    const { literals, at: next } = readLiterals(bytes, at, end, state)
    readSequences(bytes, next, end, literals, output, state)
  } else throw new Broken()
  return end
}

interface Literals {
  readonly literals: Uint8Array
  readonly at: number
}

function readLiterals(bytes: Uint8Array, start: number, end: number, state: FrameState): Literals {
  const head = bytes[start] ?? 0
  const [kind, shape] = [head & 3, (head >> 2) & 3]
  if (kind >= compressed) return readCodedLiterals(bytes, start, end, state)
  const headBytes = shape === 1 ? 2 : shape === 3 ? 3 : 1
  const word = head | ((bytes[start + 1] ?? 0) << 8) | ((bytes[start + 2] ?? 0) << 16)
  const size = (word & (2 ** (8 * headBytes) - 1)) >> (headBytes === 1 ? 3 : 4)
  const at = start + headBytes
  const next = at + (kind === stored ? size : 1)
  if (next > end || size > largestBlock) throw new Broken()
  const literals = kind === stored ? bytes.subarray(at, next) : new Uint8Array(size).fill(bytes[at] ?? 0)
  return { literals, at: next }
}

/** Literals in Huffman's code, in one stream or four, with a table of their own or the one before. */
function readCodedLiterals(bytes: Uint8Array, start: number, end: number, state: FrameState): Literals {
  const head = bytes[start] ?? 0
  const shape = (head >> 2) & 3
  const headBytes = shape < 2 ? 3 : shape + 2
  const width = [10, 10, 14, 18][shape] ?? 0
  const word = Array.from({ length: headBytes }, (_, index) => (bytes[start + index] ?? 0) * 256 ** index)
  const sizes = Math.floor(word.reduce((sum, part) => sum + part, 0) / 16)
  const size = sizes % 2 ** width
  const from = start + headBytes
  const next = from + Math.floor(sizes / 2 ** width)
  if (next > end || size > largestBlock) throw new Broken()
  let at = from
  if ((head & 3) === compressed) {
    const read = readHuffmanTable(bytes, from, next)
    state.huffman = read.table
    at = read.at
  }
  if (state.huffman === undefined) throw new Broken()
  const literals = new Uint8Array(size)
  if (shape === 0) readHuffman(bytes, at, next, state.huffman, literals)
  else readFourStreams(bytes, at, next, state.huffman, literals)
  return { literals, at: next }
}

function readFourStreams(
  bytes: Uint8Array,
  start: number,
  end: number,
  table: HuffmanTable,
  literals: Uint8Array,
): void {
  const quarter = (literals.length + 3) >> 2
  let at = start + 6
  for (let index = 0; index < 4; index++) {
    const size = (bytes[start + index * 2] ?? 0) | ((bytes[start + index * 2 + 1] ?? 0) << 8)
    const next = index === 3 ? end : at + size
    if (next > end || quarter * 3 > literals.length) throw new Broken()
    readHuffman(
      bytes,
      at,
      next,
      table,
      literals.subarray(index * quarter, index === 3 ? undefined : (index + 1) * quarter),
    )
    at = next
  }
}
