import {
  carriageReturn,
  closeArray,
  closeObject,
  colon,
  comma,
  dot,
  escapedQuote,
  lineFeed,
  lowerE,
  lowerF,
  lowerN,
  lowerT,
  minus,
  openArray,
  openObject,
  plus,
  quote,
  space,
  tab,
  upperE,
  zero,
} from './characters'
import { readEscaped } from './escaped'
import { isLine, openBits } from './state'
import { readString } from './string'

// Each function takes where something starts and gives where it ends, or 0 where it is not JSON.

/** Where the last name that was read over ends. */
export let nameEnd: usize = 0

let depth: u32 = 0

/** The first byte from here that is not white space. */
export function skipBlank(at: usize): usize {
  return load<u8>(at) > space ? at : skipBlanks(at)
}

function skipBlanks(at: usize): usize {
  while (isBlank(load<u8>(at))) at++
  return at
}

function isBlank(byte: u8): bool {
  if (byte > space) return false
  if (byte === lineFeed) return !isLine
  return byte === space || byte === tab || byte === carriageReturn
}

/** The next line feed. */
export function findLineFeed(at: usize): usize {
  while (true) {
    const feeds = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(lineFeed as i8)))
    if (feeds !== 0) return at + (ctz(feeds) as usize)
    at += 16
  }
}

/** A number, `true`, `false` or `null`. */
export function readScalar(at: usize): usize {
  const byte = load<u8>(at)
  // The letters of the words, four at a time, as they lie in memory.
  if (byte === lowerT) return load<u32>(at) === 0x65757274 ? at + 4 : 0
  if (byte === lowerF) return load<u32>(at, 1) === 0x65736c61 ? at + 5 : 0
  if (byte === lowerN) return load<u32>(at) === 0x6c6c756e ? at + 4 : 0
  return readNumber(at)
}

function readNumber(at: usize): usize {
  if (load<u8>(at) === minus) at++
  at = load<u8>(at) === zero ? at + 1 : readDigits(at)
  if (at !== 0 && load<u8>(at) === dot) at = readDigits(at + 1)
  if (at === 0) return 0
  const byte = load<u8>(at)
  if (byte !== lowerE && byte !== upperE) return at
  const sign = load<u8>(at, 1)
  return readDigits(sign === plus || sign === minus ? at + 2 : at + 1)
}

function readDigits(at: usize): usize {
  const start = at
  while (load<u8>(at) - zero <= 9) at++
  return at > start ? at : 0
}

/** From the quote of a member's name to the first byte of its value. */
export function readName(at: usize): usize {
  if (load<u8>(at) !== quote) return 0
  nameEnd = readString(at + 1)
  return nameEnd === 0 ? 0 : readColon(nameEnd + 1)
}

function readColon(at: usize): usize {
  at = skipBlank(at)
  return load<u8>(at) === colon ? skipBlank(at + 1) : 0
}

/**
 * Any value, however deep: without recursion, for the stack has an end.
 *
 * A quote is as wide as `Quote`: a byte, or two where the value lies in a string and its quotes are escaped.
 */
export function readOver<Quote>(at: usize): usize {
  depth = 0
  while (true) {
    const byte = load<u8>(at)
    if (byte === openObject || byte === openArray) {
      push(byte === openObject)
      at = skipBlank(at + 1)
      if (load<u8>(at) !== byte + 2) {
        if (byte === openObject) at = readMemberName<Quote>(at)
        if (at === 0) return 0
        continue
      }
    } else {
      at = isQuote<Quote>(at) ? readQuoted<Quote>(at) : readScalar(at)
      if (at === 0) return 0
    }
    at = readAfter<Quote>(at)
    if (at === 0 || depth === 0) return at
  }
}
/** From the end of a value, over what closes there, to the next value; or to the end of the outermost. */
function readAfter<Quote>(at: usize): usize {
  while (depth > 0) {
    at = skipBlank(at)
    const isObject = isInObject()
    const mark = load<u8>(at)
    if (mark === comma) {
      at = skipBlank(at + 1)
      return isObject ? readMemberName<Quote>(at) : at
    }
    if (mark !== (isObject ? closeObject : closeArray)) return 0
    at++
    depth--
  }
  return at
}

function readMemberName<Quote>(at: usize): usize {
  const end = isQuote<Quote>(at) ? readQuoted<Quote>(at) : 0
  return end === 0 ? 0 : readColon(end)
}

function isQuote<Quote>(at: usize): bool {
  return sizeof<Quote>() === 1 ? load<u8>(at) === quote : load<u16>(at) === escapedQuote
}

/** From the opening quote to after the closing one. */
function readQuoted<Quote>(at: usize): usize {
  const end = sizeof<Quote>() === 1 ? readString(at + 1) : readEscaped(at + 2)
  return end === 0 ? 0 : end + sizeof<Quote>()
}

function push(isObject: bool): void {
  const place = openBits + ((depth >> 3) as usize)
  const bit: u8 = 1 << ((depth & 7) as u8)
  const bits = load<u8>(place)
  store<u8>(place, isObject ? bits | bit : bits & ~bit)
  depth++
}

function isInObject(): bool {
  const top = depth - 1
  return (load<u8>(openBits + ((top >> 3) as usize)) & (1 << ((top & 7) as u8))) !== 0
}
