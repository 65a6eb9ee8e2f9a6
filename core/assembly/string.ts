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
  const marks = v128.or(
    i8x16.eq(chunk, i8x16.splat(quote as i8)),
    i8x16.eq(chunk, i8x16.splat(backslash as i8)),
  )
  return v128.or(marks, i8x16.lt_u(chunk, i8x16.splat(space as i8)))
}

/** 64 bytes at a time, as masks of a bit for each byte. */
function readBlocks(at: usize): usize {
  let isNextEscaped: u64 = 0
  awaited = 0
  while (true) {
    const a = v128.load(at)
    const b = v128.load(at, 16)
    const c = v128.load(at, 32)
    const d = v128.load(at, 48)
    const stops = v128.or(v128.or(stopsIn(a), stopsIn(b)), v128.or(stopsIn(c), stopsIn(d)))
    if (isNextEscaped !== 0 || v128.any_true(stops)) {
      const quotes = maskOf(a, b, c, d, quote)
      const backslashes = maskOf(a, b, c, d, backslash)
      let escaped: u64 = 0
      if ((backslashes | isNextEscaped) !== 0) {
        // A run of backslashes escapes by twos: adding carries from its start to its end, and the parity is left.
        const odd: u64 = 0xaaaaaaaaaaaaaaaa
        const starting = backslashes & ~isNextEscaped
        const codes = (((starting << 1) | odd) - starting) ^ odd
        escaped = codes ^ (backslashes | isNextEscaped)
        isNextEscaped = (codes & backslashes) >> 63
      }
      const closing = quotes & ~escaped
      const inside: u64 = (closing - 1) & ~closing
      if ((backslashes & inside) !== 0) setEscaped(true)
      if ((controlsOf(a, b, c, d) & inside) !== 0) return 0
      const others = escaped & inside & ~(quotes | backslashes)
      if (others !== 0 && !areEscapes(at, others & ~breaksOf(a, b, c, d))) return 0
      if (closing !== 0) return at + (ctz(closing) as usize)
    }
    at += 64
  }
}

function maskOf(a: v128, b: v128, c: v128, d: v128, byte: u8): u64 {
  const sought = i8x16.splat(byte as i8)
  return joined(i8x16.eq(a, sought), i8x16.eq(b, sought), i8x16.eq(c, sought), i8x16.eq(d, sought))
}

function controlsOf(a: v128, b: v128, c: v128, d: v128): u64 {
  const least = i8x16.splat(space as i8)
  return joined(i8x16.lt_u(a, least), i8x16.lt_u(b, least), i8x16.lt_u(c, least), i8x16.lt_u(d, least))
}

/** The letters of the escapes that texts are full of: line feeds, carriage returns and tabs. */
function breaksOf(a: v128, b: v128, c: v128, d: v128): u64 {
  return joined(breaksIn(a), breaksIn(b), breaksIn(c), breaksIn(d))
}

function breaksIn(chunk: v128): v128 {
  const feeds = i8x16.eq(chunk, i8x16.splat(lowerN as i8))
  const returns = i8x16.eq(chunk, i8x16.splat(lowerR as i8))
  return v128.or(v128.or(feeds, returns), i8x16.eq(chunk, i8x16.splat(lowerT as i8)))
}

function joined(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = (i8x16.bitmask(a) as u32) | ((i8x16.bitmask(b) as u32) << 16)
  const high = (i8x16.bitmask(c) as u32) | ((i8x16.bitmask(d) as u32) << 16)
  return (low as u64) | ((high as u64) << 32)
}

/** Whether each of these bytes may come after a backslash. */
function areEscapes(block: usize, bits: u64): bool {
  while (bits !== 0) {
    const at = block + (ctz(bits) as usize)
    const byte = load<u8>(at)
    if (byte === lowerU) {
      if (!isUnicode(at)) return false
    } else if (byte !== slash && byte !== lowerB && byte !== lowerF) return false
    bits &= bits - 1
  }
  return true
}

/** Whether four digits follow the `u`; half a character makes the line one to be careful with. */
function isUnicode(at: usize): bool {
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
