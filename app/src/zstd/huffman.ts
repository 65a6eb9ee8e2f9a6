import { BackwardBits, Broken } from './bits.ts'
import { nextState, readFseTable } from './fse.ts'

/** A table of Huffman's code: by the next bits, the symbol and how many of them it takes. */
export interface HuffmanTable {
  readonly log: number
  /** The symbol, shifted by four, and its number of bits. */
  readonly entries: Uint16Array
}

const longestCode = 11

/** Reads the description of a table; gives it and the place after it. */
export function readHuffmanTable(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly table: HuffmanTable; readonly at: number } {
  const head = bytes[start] ?? 0
  const isPacked = head < 128
  const at = start + 1 + (isPacked ? head : (head - 126) >> 1)
  if (at > end) throw new Broken()
  const weights = isPacked ? packedWeights(bytes, start + 1, at) : plainWeights(bytes, start + 1, head - 127)
  return { table: tableOf(weights), at }
}

function plainWeights(bytes: Uint8Array, start: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const pair = bytes[start + (index >> 1)] ?? 0
    return index % 2 === 0 ? pair >> 4 : pair & 15
  })
}

/** Two states take turns, until the bits do not suffice for the next one. */
function packedWeights(bytes: Uint8Array, start: number, end: number): number[] {
  const { table, at } = readFseTable(bytes, start, end, { log: 6, symbols: 256 })
  const source = new BackwardBits(bytes, at, end)
  const weights: number[] = []
  let [state, other] = [source.read(table.log), source.read(table.log)]
  if (source.left < 0) throw new Broken()
  for (;;) {
    weights.push(table.symbols[state] ?? 0)
    if (weights.length > 254) throw new Broken()
    if (source.left < (table.bits[state] ?? 0)) break
    const next = nextState(table, state, source)
    state = other
    other = next
  }
  weights.push(table.symbols[other] ?? 0)
  return weights
}

/** The last weight is not written: it fills the table. */
function tableOf(given: readonly number[]): HuffmanTable {
  const sum = given.reduce((total, weight) => total + (weight === 0 ? 0 : 2 ** (weight - 1)), 0)
  const log = 32 - Math.clz32(sum)
  const rest = 2 ** log - sum
  if (sum === 0 || log > longestCode || (rest & (rest - 1)) !== 0) throw new Broken()
  const weights = [...given, 32 - Math.clz32(rest)]
  const entries = new Uint16Array(1 << log)
  let at = 0
  for (let weight = 1; weight <= log; weight++)
    for (const [symbol, own] of weights.entries()) {
      if (own !== weight) continue
      entries.fill((symbol << 4) | (log + 1 - weight), at, at + 2 ** (weight - 1))
      at += 2 ** (weight - 1)
    }
  if (at !== entries.length) throw new Broken()
  return { log, entries }
}

/** Reads symbols into a piece of bytes, which they must fill. */
export function readHuffman(
  bytes: Uint8Array,
  start: number,
  end: number,
  { log, entries }: HuffmanTable,
  into: Uint8Array,
): void {
  const source = new BackwardBits(bytes, start, end)
  let { left } = source
  for (let index = 0; index < into.length; index++) {
    const entry = entries[source.peekAt(left - log, log)] ?? 0
    into[index] = entry >> 4
    left -= entry & 15
  }
  if (left !== 0) throw new Broken()
}
