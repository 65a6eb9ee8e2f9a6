import { backslash, lowerB, lowerF, lowerN, lowerR, lowerT, lowerU, quote, slash, space } from './characters'
import { setCareful, setEscaped } from './state'

/** Where the second half of a character must be escaped, after its first: the address of its `u`. */
let awaited: usize = 0

/**
 * From after the opening quote to the closing one, or 0 where it is no string.
 *
 * Most strings are short: sixteen bytes are looked at alone before blocks of 64.
 */
export function readString(at: usize): usize {
  const chunk = v128.load(at)
  const stops = i8x16.bitmask(stopsIn(chunk))
  setEscaped(false)
  if (stops === 0) return readBlocks(at + 16)
  at += ctz(stops) as usize
  const byte = load<u8>(at)
  if (byte === quote) return at
  return byte === backslash ? readBlocks(at) : 0
}

/** Quotes, backslashes and control characters. */
function stopsIn(chunk: v128): v128 {
  return v128.or(v128.or(places(chunk, quote), places(chunk, backslash)), controlsIn(chunk))
}

export function places(chunk: v128, byte: u8): v128 {
  return i8x16.eq(chunk, i8x16.splat(byte as i8))
}

function controlsIn(chunk: v128): v128 {
  return i8x16.le_u(chunk, i8x16.splat((space - 1) as i8))
}

/** 64 bytes at a time, as masks of a bit for each byte. */
function readBlocks(at: usize): usize {
  let isNextEscaped: u64 = 0
  let seen: u64 = 0
  awaited = 0
  while (true) {
    const a = v128.load(at)
    const b = v128.load(at, 16)
    const c = v128.load(at, 32)
    const d = v128.load(at, 48)
    const least = i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d))
    const hasControl = v128.any_true(controlsIn(least))
    const quotes = joined(places(a, quote), places(b, quote), places(c, quote), places(d, quote))
    const backslashes = joined(
      places(a, backslash),
      places(b, backslash),
      places(c, backslash),
      places(d, backslash),
    )
    if ((quotes | backslashes | isNextEscaped) !== 0 || hasControl) {
      // A run of backslashes escapes by twos: adding carries from its start to its end, and the parity is left.
      const odd: u64 = (u64.MAX_VALUE / 3) * 2
      const starting = backslashes & ~isNextEscaped
      const codes = (((starting << 1) | odd) - starting) ^ odd
      const escaped = codes ^ (backslashes | isNextEscaped)
      isNextEscaped = (codes & backslashes) >> 63
      const closing = quotes & ~escaped
      const inside: u64 = (closing - 1) & ~closing
      seen |= backslashes & inside
      if (hasControl && (controlsOf(a, b, c, d) & inside) !== 0) return 0
      const others = escaped & inside & ~(quotes | backslashes)
      if (others !== 0) {
        const rare =
          others & ~joined(places(a, lowerN), places(b, lowerN), places(c, lowerN), places(d, lowerN))
        if (rare !== 0 && !areEscapes(at, rare)) return 0
      }
      if (closing !== 0) {
        setEscaped(seen !== 0)
        return at + (ctz(closing) as usize)
      }
    }
    at += 64
  }
}

function controlsOf(a: v128, b: v128, c: v128, d: v128): u64 {
  return joined(controlsIn(a), controlsIn(b), controlsIn(c), controlsIn(d))
}

export function joined(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = (i8x16.bitmask(a) as u32) | ((i8x16.bitmask(b) as u32) << 16)
  const high = (i8x16.bitmask(c) as u32) | ((i8x16.bitmask(d) as u32) << 16)
  return (low as u64) | ((high as u64) << 32)
}

/** Whether each of these bytes may come after a backslash. */
export function areEscapes(block: usize, bits: u64): bool {
  while (bits !== 0) {
    const at = block + (ctz(bits) as usize)
    const byte = load<u8>(at)
    if (byte === lowerU) {
      if (!isUnicode(at)) return false
    } else if (byte !== lowerT && byte !== lowerR && byte !== slash && byte !== lowerB && byte !== lowerF)
      return false
    bits &= bits - 1
  }
  return true
}

/** Whether four digits follow the `u`; half a character makes the line one to be careful with. */
function isUnicode(at: usize): bool {
  // Most are control characters, such as those that colour a terminal: no half of anything.
  if (load<u16>(at, 1) === 0x3030) return (digit(at + 3) | digit(at + 4)) >= 0
  const code = hexadecimal(at + 1)
  if (code < 0) return false
  if ((code & 0xf800) !== 0xd800) return true
  if (code >= 0xdc00) {
    if (at !== awaited) setCareful(true)
    return true
  }
  const isFollowed = load<u8>(at, 5) === backslash && load<u8>(at, 6) === lowerU
  if (isFollowed && (hexadecimal(at + 7) & 0xfc00) === 0xdc00) awaited = at + 6
  else setCareful(true)
  return true
}

/** The number that four hexadecimal digits make, or -1. */
function hexadecimal(at: usize): i32 {
  return (digit(at) << 12) | (digit(at + 1) << 8) | (digit(at + 2) << 4) | digit(at + 3)
}

function digit(at: usize): i32 {
  const byte = load<u8>(at) as i32
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
