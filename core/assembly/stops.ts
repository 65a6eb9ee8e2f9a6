import { backslash, lowerN, quote, space } from './characters'
import { forgetHalves, stoppingEscapes } from './escapes'

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
  while (at <= end) {
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
    let stopping = quotes
    if ((backslashes | isNextEscaped) !== 0) {
      // A run of backslashes escapes by twos: adding carries from its start to its end, and the parity is left.
      const odd: u64 = (u64.MAX_VALUE / 3) * 2
      const starting = backslashes & ~isNextEscaped
      const codes = (((starting << 1) | odd) - starting) ^ odd
      const escaped = codes ^ (backslashes | isNextEscaped)
      isNextEscaped = (codes & backslashes) >> 63
      stopping &= ~escaped
      const others = escaped & ~(quotes | backslashes)
      if (others !== 0) {
        const rare =
          others & ~joined(places(a, lowerN), places(b, lowerN), places(c, lowerN), places(d, lowerN))
        if (rare !== 0) stopping |= stoppingEscapes(at, rare)
      }
    }
    const least = i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d))
    if (v128.any_true(controlsIn(least)))
      stopping |= joined(controlsIn(a), controlsIn(b), controlsIn(c), controlsIn(d))
    store<u64>(bits, stopping)
    bits += 8
    at += 64
  }
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

function controlsIn(chunk: v128): v128 {
  return i8x16.le_u(chunk, i8x16.splat((space - 1) as i8))
}

export function joined(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = (i8x16.bitmask(a) as u32) | ((i8x16.bitmask(b) as u32) << 16)
  const high = (i8x16.bitmask(c) as u32) | ((i8x16.bitmask(d) as u32) << 16)
  return (low as u64) | ((high as u64) << 32)
}
