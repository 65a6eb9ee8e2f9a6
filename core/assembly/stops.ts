import { backslash, lowerN, quote, space } from './characters'
import { forgetHalves, stoppingEscapes } from './escapes'

/** The four bytes that every block is compared with, below all that is placed in memory. */
const letters: usize = 0
store<u8>(letters, quote)
store<u8>(letters, backslash, 1)
store<u8>(letters, lowerN, 2)
store<u8>(letters, space - 1, 3)

/** What was looked over starts here. */
export let first: usize = 0
/** A bit for each byte from there on: where a string cannot just run on. */
export let stops: usize = 0

/**
 * Looks over bytes up to `end`, where a control character has to stand, and notes at `bits` where strings stop: at
 * quotes that are not escaped, control characters, and escapes that are none or that name half a character.
 *
 * That asks for no knowledge of where strings start: outside of them nothing but quotes and white space is of these, or
 * it is not JSON. So it is one loop over all bytes, 64 at a time, as masks of a bit for each byte.
 */
export function noteStops(at: usize, end: usize, bits: usize): void {
  useStops(at, bits)
  forgetHalves()
  let isNextEscaped: u64 = 0
  // Read from memory: what V8 knows beforehand it would make anew for every block.
  const aQuote = i8x16.splat(load<i8>(letters))
  const aBackslash = i8x16.splat(load<i8>(letters, 1))
  const anN = i8x16.splat(load<i8>(letters, 2))
  const lastControl = i8x16.splat(load<i8>(letters, 3))
  while (at <= end) {
    const a = v128.load(at)
    const b = v128.load(at, 16)
    const c = v128.load(at, 32)
    const d = v128.load(at, 48)
    const quotes = equal(a, b, c, d, aQuote)
    const backslashes = equal(a, b, c, d, aBackslash)
    // A run of backslashes escapes by twos: adding carries from its start to its end, and the parity is left.
    const odd: u64 = (u64.MAX_VALUE / 3) * 2
    const starting = backslashes & ~isNextEscaped
    const codes = (((starting << 1) | odd) - starting) ^ odd
    const escaped = codes ^ (backslashes | isNextEscaped)
    isNextEscaped = (codes & backslashes) >> 63
    let stopping = quotes & ~escaped
    const least = i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d))
    if (v128.any_true(i8x16.le_u(least, lastControl))) stopping |= upTo(a, b, c, d, lastControl)
    // Last, so that the block itself need not be kept beyond the call. Most escapes are new lines; not to ask whether there
    // are any costs less than to guess wrongly.
    const rare = escaped & ~(quotes | backslashes | equal(a, b, c, d, anN))
    if (rare !== 0) stopping |= stoppingEscapes(at, rare)
    store<u64>(bits, stopping)
    bits += 8
    at += 64
  }
}

/** Those bytes of a block that are equal to a letter. */
function equal(a: v128, b: v128, c: v128, d: v128, letter: v128): u64 {
  return joined(i8x16.eq(a, letter), i8x16.eq(b, letter), i8x16.eq(c, letter), i8x16.eq(d, letter))
}

/** Those bytes of a block that are not above a letter. */
function upTo(a: v128, b: v128, c: v128, d: v128, letter: v128): u64 {
  return joined(i8x16.le_u(a, letter), i8x16.le_u(b, letter), i8x16.le_u(c, letter), i8x16.le_u(d, letter))
}

/** Goes by what was noted of bytes before. */
export function useStops(at: usize, bits: usize): void {
  first = at
  stops = bits
}

/** The next byte from here that stops a string. */
export function nextStop(at: usize): usize {
  const offset = at - first
  let place = stops + ((offset >> 6) << 3)
  const bits = load<u64>(place) >> ((offset & 63) as u64)
  if (bits !== 0) return at + (ctz(bits) as usize)
  do place += 8
  while (load<u64>(place) === 0)
  return first + ((place - stops) << 3) + (ctz(load<u64>(place)) as usize)
}

export function places(chunk: v128, byte: u8): v128 {
  return i8x16.eq(chunk, i8x16.splat(byte as i8))
}

export function joined(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = (i8x16.bitmask(a) as u32) | ((i8x16.bitmask(b) as u32) << 16)
  const high = (i8x16.bitmask(c) as u32) | ((i8x16.bitmask(d) as u32) << 16)
  return (low as u64) | ((high as u64) << 32)
}
