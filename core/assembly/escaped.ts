import { backslash, lowerN, quote } from './characters'
import { areEscapes } from './escapes'
import { joined, places } from './stops'

/** Where what is read ends, as a string within another one. */
let limit: usize = 0

export function limitEscaped(end: usize): void {
  limit = end
}

/**
 * From after an escaped quote to the one that closes, or 0 where that is not clear at a glance.
 *
 * Escapes are escaped too. Four backslashes stand for one character; of those left over, one stands before a quote that
 * closes, three before one that does not, and two are the backslash of any other escape.
 */
export function readEscaped(at: usize): usize {
  while (at < limit) {
    const a = v128.load(at)
    const b = v128.load(at, 16)
    const c = v128.load(at, 32)
    const d = v128.load(at, 48)
    const quotes = joined(places(a, quote), places(b, quote), places(c, quote), places(d, quote))
    const backslashes = joined(
      places(a, backslash),
      places(b, backslash),
      places(c, backslash),
      places(d, backslash),
    )
    const runs = withoutFours(backslashes)
    const twos = runs & (runs << 1)
    const threes = twos & (runs << 2)
    const after = (runs << 1) & ~backslashes
    const closing = after & ~(twos << 1)
    const inside: u64 = (closing - 1) & ~closing
    // The quote that closes, and those inside.
    if ((((after & (threes << 1) & inside) | (closing & -closing)) & ~quotes) !== 0) return 0
    const letters = after & (twos << 1) & ~(threes << 1) & inside
    if (letters !== 0) {
      const rare =
        letters & ~joined(places(a, lowerN), places(b, lowerN), places(c, lowerN), places(d, lowerN))
      if (rare !== 0 && !areEscapes(at, rare)) return 0
    }
    if (closing !== 0) {
      const end = at + (ctz(closing) as usize) - 1
      return end < limit ? end : 0
    }
    // A run of backslashes at the end of the block is left for the next.
    at += 64 - (clz(~runs) as usize)
  }
  return 0
}

/** Takes four bits after four bits from the start of every run of ones. */
function withoutFours(bits: u64): u64 {
  while (true) {
    const fours = bits & (bits << 1) & (bits << 2) & (bits << 3)
    if (fours === 0) return bits
    const starts = fours & ~(fours << 1)
    bits &= ~(starts | (starts >> 1) | (starts >> 2) | (starts >> 3))
  }
}
