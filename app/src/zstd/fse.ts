import { type BackwardBits, Broken } from './bits.ts'

/** A table of finite state entropy: for each state its symbol, and how the next state is found. */
export interface FseTable {
  /** How many bits a state has. */
  readonly log: number
  readonly symbols: Uint8Array
  readonly bits: Uint8Array
  readonly bases: Uint16Array
}

/** The state after this one. */
export function nextState({ bits, bases }: FseTable, state: number, source: BackwardBits): number {
  return (bases[state] ?? 0) + source.read(bits[state] ?? 0)
}

/** The table that always gives one symbol. */
export function constantTable(symbol: number): FseTable {
  return { log: 0, symbols: Uint8Array.of(symbol), bits: new Uint8Array(1), bases: new Uint16Array(1) }
}

/** Makes a table of how often each symbol occurs; -1 is less than once. */
export function fseTable(log: number, counts: readonly number[]): FseTable {
  const size = 1 << log
  const symbols = new Uint8Array(size)
  let end = size
  counts.forEach((count, symbol) => {
    if (count === -1) symbols[--end] = symbol
  })
  const step = (size >> 1) + (size >> 3) + 3
  let at = 0
  counts.forEach((count, symbol) => {
    for (let index = 0; index < count; index++) {
      symbols[at] = symbol
      do at = (at + step) & (size - 1)
      while (at >= end)
    }
  })
  return withTransitions(log, symbols, counts)
}

function withTransitions(log: number, symbols: Uint8Array, counts: readonly number[]): FseTable {
  const bits = new Uint8Array(symbols.length)
  const bases = new Uint16Array(symbols.length)
  const next = counts.map((count) => Math.abs(count))
  for (const [state, symbol] of symbols.entries()) {
    const number = next[symbol] ?? 1
    next[symbol] = number + 1
    const width = log - (31 - Math.clz32(number))
    bits[state] = width
    bases[state] = (number << width) - symbols.length
  }
  return { log, symbols, bits, bases }
}

/** Reads the description of a table; gives it and the place after it. */
export function readFseTable(
  bytes: Uint8Array,
  start: number,
  end: number,
  limits: { readonly log: number; readonly symbols: number },
): { readonly table: FseTable; readonly at: number } {
  let place = start * 8
  const read = (count: number): number => {
    const at = place >> 3
    const word = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
    place += count
    return (word >> ((place - count) & 7)) & ((1 << count) - 1)
  }
  const log = read(4) + 5
  if (log > limits.log) throw new Broken()
  const counts: number[] = []
  for (let left = 1 << log; left > 0; ) {
    const width = 32 - Math.clz32(left + 1)
    const value = read(width)
    // Low values need a bit less.
    const short = (1 << width) - 2 - left
    const low = value & ((1 << (width - 1)) - 1)
    if (low < short) place -= 1
    const count = (low < short ? low : value >= 1 << (width - 1) ? value - short : value) - 1
    counts.push(count)
    left -= Math.abs(count)
    if (count === 0)
      for (let zeros = 3; zeros === 3; ) {
        zeros = read(2)
        for (let index = 0; index < zeros; index++) counts.push(0)
        if (counts.length > limits.symbols) throw new Broken()
      }
    if (left < 0 || counts.length > limits.symbols || place > end * 8) throw new Broken()
  }
  return { table: fseTable(log, counts), at: (place + 7) >> 3 }
}
