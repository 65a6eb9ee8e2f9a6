import { BackwardBits, Broken } from './bits.ts'
import type { FrameState } from './block.ts'
import { constantTable, type FseTable, fseTable, nextState, readFseTable } from './fse.ts'
import { largestBlock, type Unpacked } from './output.ts'

/** One of the three codes of a sequence: its table where none is written, and the limits of a written one. */
interface Code {
  readonly table: FseTable
  readonly log: number
  readonly symbols: number
}

const ones = (count: number, value = 1): number[] => new Array<number>(count).fill(value)

/** Lengths of literals, offsets, lengths of matches: in this order they are written. */
const codes: readonly [Code, Code, Code] = [
  {
    table: fseTable(6, [4, 3, ...ones(11, 2), 1, 1, 1, ...ones(9, 2), 3, 2, ...ones(5), ...ones(4, -1)]),
    log: 9,
    symbols: 36,
  },
  { table: fseTable(5, [...ones(6), 2, 2, 2, ...ones(15), ...ones(5, -1)]), log: 8, symbols: 32 },
  { table: fseTable(6, [1, 4, 3, ...ones(6, 2), ...ones(37), ...ones(7, -1)]), log: 9, symbols: 53 },
]

const literalBits = Uint8Array.of(
  ...ones(16, 0),
  1,
  1,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  6,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
)
const literalBases = basesOf(literalBits, 0)
const matchBits = Uint8Array.of(
  ...ones(32, 0),
  1,
  1,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  4,
  5,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
)
const matchBases = basesOf(matchBits, 3)

/** The lowest value of each code: they follow each other without a gap. */
function basesOf(bits: Uint8Array, first: number): Uint32Array {
  let next = first
  return Uint32Array.from(bits, (count) => {
    const base = next
    next += 2 ** count
    return base
  })
}

/** An offset of more bits leaves every window. */
const longestOffset = 24

/** Writes the literals of a block, and between them the matches that its sequences name. */
export function readSequences(
  bytes: Uint8Array,
  start: number,
  end: number,
  literals: Uint8Array,
  output: Unpacked,
  state: FrameState,
): void {
  const { count, at } = readCount(bytes, start)
  if (at > end) throw new Broken()
  if (count === 0) {
    output.append(literals)
    return
  }
  const [literal, offset, match, from] = readTables(bytes, at, end, state)
  const source = new BackwardBits(bytes, from, end)
  let literalState = source.read(literal.log)
  let offsetState = source.read(offset.log)
  let matchState = source.read(match.log)
  const content = output.openBlock()
  const largest = output.length + largestBlock
  let [used, length] = [0, output.length]
  for (let index = 0; index < count; index++) {
    const width = offset.symbols[offsetState] ?? 0
    if (width > longestOffset) throw new Broken()
    const value = (1 << width) + source.read(width)
    const matchCode = match.symbols[matchState] ?? 0
    const matched = (matchBases[matchCode] ?? 0) + source.read(matchBits[matchCode] ?? 0)
    const literalCode = literal.symbols[literalState] ?? 0
    const copied = (literalBases[literalCode] ?? 0) + source.read(literalBits[literalCode] ?? 0)
    const isTooLong = used + copied > literals.length || length + copied + matched > largest
    if (isTooLong) throw new Broken()
    copy(literals, used, content, length, copied)
    used += copied
    length += copied
    const back = offsetOf(value, copied === 0, state.offsets)
    if (back <= 0 || back > length - state.start) throw new Broken()
    copy(content, length - back, content, length, matched)
    length += matched
    if (index === count - 1) break
    literalState = nextState(literal, literalState, source)
    matchState = nextState(match, matchState, source)
    offsetState = nextState(offset, offsetState, source)
  }
  const rest = literals.length - used
  if (source.left !== 0 || length + rest > largest) throw new Broken()
  content.set(literals.subarray(used), length)
  output.closeBlock(length + rest)
}

/** Copies bytes one after the other: a match may reach into what it writes. */
function copy(from: Uint8Array, start: number, to: Uint8Array, at: number, count: number): void {
  for (let index = 0; index < count; index++) to[at + index] = from[start + index] ?? 0
}

function readCount(bytes: Uint8Array, at: number): { readonly count: number; readonly at: number } {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
  if (first < 128) return { count: first, at: at + 1 }
  if (first < 255) return { count: ((first - 128) << 8) + second, at: at + 2 }
  return { count: second + (third << 8) + 0x7f00, at: at + 3 }
}

function readTables(
  bytes: Uint8Array,
  start: number,
  end: number,
  state: FrameState,
): readonly [FseTable, FseTable, FseTable, number] {
  const modes = bytes[start] ?? 0
  if ((modes & 3) !== 0) throw new Broken()
  let at = start + 1
  const tableFor = (index: 0 | 1 | 2): FseTable => {
    const mode = (modes >> (6 - index * 2)) & 3
    const code = codes[index]
    const before = state.tables[index]
    if (mode === 0) return code.table
    if (mode === 1) return constantTable(symbolBelow(bytes[at++] ?? 0, code.symbols))
    if (mode === 2) {
      const read = readFseTable(bytes, at, end, code)
      at = read.at
      return read.table
    }
    if (before === undefined) throw new Broken()
    return before
  }
  const tables = [tableFor(0), tableFor(1), tableFor(2)] as const
  state.tables = tables
  return [...tables, at]
}

function symbolBelow(symbol: number, limit: number): number {
  if (symbol >= limit) throw new Broken()
  return symbol
}

/** The offset that a value stands for: one of the last three, or a new one. */
function offsetOf(value: number, isWithoutLiterals: boolean, offsets: FrameState['offsets']): number {
  const choice = value > 3 ? 3 : value - 1 + (isWithoutLiterals ? 1 : 0)
  if (choice === 0) return offsets[0]
  const chosen =
    value > 3 ? value - 3 : choice === 3 ? offsets[0] - 1 : choice === 1 ? offsets[1] : offsets[2]
  if (choice > 1) offsets[2] = offsets[1]
  offsets[1] = offsets[0]
  offsets[0] = chosen
  return chosen
}
