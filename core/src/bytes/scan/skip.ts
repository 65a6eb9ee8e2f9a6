import { MortiseError } from '../../model/outcome.ts'
import { skipByteOrderMark } from '../text/byte-order-mark.ts'
import { pairTable, simpleEscape } from './pair-run.ts'

/** The bytes that JSON is built of. The bracket that closes stands two after the one that opens. */
export const signs = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openList: 0x5b,
  backslash: 0x5c,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const

const lowercaseU = 0x75

/** The refusal of bytes that are no JSON. */
export function brokenJson(at: number): MortiseError {
  return new MortiseError('broken-json', `The bytes are not valid JSON at offset ${at}.`)
}

/** The start of a document's JSON: behind the byte order mark and white space. */
export function startOf(bytes: Uint8Array): number {
  return skipBlanks(bytes, skipByteOrderMark(bytes, 0))
}

/** The first byte from `start` on that is no white space. */
export function skipBlanks(bytes: Uint8Array, start: number): number {
  for (let at = start; ; at++) {
    const byte = bytes[at]
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at
  }
}

/**
 * The end of the value that starts at `start`, as strict as `JSON.parse`.
 *
 * Open brackets are a list, not calls: documents nest at will.
 */
export function skipValue(bytes: Uint8Array, start: number): number {
  const closers: number[] = []
  let at = start
  for (;;) {
    const first = bytes[at]
    // `firstItem` and `skipLeaf` spelled out: with them it takes 15 % longer.
    if (first === signs.openObject || first === signs.openList) {
      const inside = skipBlanks(bytes, at + 1)
      if (bytes[inside] !== first + 2) {
        closers.push(first + 2)
        at = first === signs.openObject ? skipName(bytes, inside) : inside
        continue
      }
      at = inside + 1
    } else at = first === signs.quote ? skipString(bytes, at) : skipScalar(bytes, at)
    at = nextValue(bytes, at, closers)
    if (closers.length === 0) return at
  }
}

/** From the end of a value to the next one, out of all containers that end before it. */
function nextValue(bytes: Uint8Array, start: number, closers: number[]): number {
  let at = start
  while (closers.length > 0) {
    const closer = closers[closers.length - 1]
    at = afterItem(bytes, at, closer)
    if (!isBehind(bytes, at, closer)) return closer === signs.closeObject ? skipName(bytes, at) : at
    closers.pop()
  }
  return at
}

/** Whether a byte opens a container: an array or an object. */
export function isOpener(byte: number | undefined): byte is number {
  return byte === signs.openObject || byte === signs.openList
}

/** The start of the first element or member of the container at `at`; -1 where it is empty, or no container. */
export function firstItem(bytes: Uint8Array, at: number): number {
  const opener = bytes[at]
  if (!isOpener(opener)) return -1
  const first = skipBlanks(bytes, at + 1)
  return bytes[first] === opener + 2 ? -1 : first
}

/**
 * From the end of an item to the next item of its container or, after the last one, out of the container.
 *
 * In `[1, 2]`, from behind the 1 to the 2, and from behind the 2 to behind the bracket.
 */
export function afterItem(bytes: Uint8Array, end: number, closer: number | undefined): number {
  const at = skipBlanks(bytes, end)
  if (bytes[at] === signs.comma) return skipBlanks(bytes, at + 1)
  if (bytes[at] !== closer) throw brokenJson(at)
  return at + 1
}

/** Whether `afterItem` went out of the container: an item stands behind a comma or a blank, never behind a bracket. */
export function isBehind(bytes: Uint8Array, at: number, closer: number | undefined): boolean {
  return bytes[at - 1] === closer
}

/** The end of a value without items: a string, a number, a word, or an empty container. */
export function skipLeaf(bytes: Uint8Array, start: number): number {
  const first = bytes[start]
  if (first === signs.quote) return skipString(bytes, start)
  return isOpener(first) ? skipBlanks(bytes, start + 1) + 1 : skipScalar(bytes, start)
}

/** From the name of a member to its value. */
export function skipName(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== signs.quote) throw brokenJson(start)
  const colon = skipBlanks(bytes, skipString(bytes, start))
  if (bytes[colon] !== signs.colon) throw brokenJson(colon)
  return skipBlanks(bytes, colon + 1)
}

// From here on a string is worth the view that reads it two bytes at a time.
const longString = 48

/** The end of the string whose quote stands at `start`. */
export function skipString(bytes: Uint8Array, start: number): number {
  let at = start + 1
  for (const far = start + longString; at < far; ) {
    const byte = bytes[at] as number
    if (byte === signs.quote) return at + 1
    if (byte === signs.backslash) at = skipEscape(bytes, at)
    else if (byte >= 0x20) at++
    else throw brokenJson(at)
  }
  return skipLongString(bytes, at)
}

/** The end of a string, from somewhere inside it. */
function skipLongString(bytes: Uint8Array, start: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const table = pairTable()
  const last = bytes.length - 2
  for (let at = start; ; ) {
    // Two bytes at once, so that an escape is nothing special.
    while (at <= last && (table[view.getUint16(at, true)] as number) <= simpleEscape) at += 2
    const byte = bytes[at] as number
    if (byte === signs.quote) return at + 1
    if (byte === signs.backslash) at = skipEscape(bytes, at)
    else if (byte >= 0x20) at++
    else throw brokenJson(at)
  }
}

/** By the letter after a backslash, whether both are a whole escape; a set takes six times as long. */
const escapes = new Uint8Array(256)
for (const letter of '"\\/bfnrt') escapes[letter.charCodeAt(0)] = 1

function skipEscape(bytes: Uint8Array, start: number): number {
  const letter = bytes[start + 1] as number
  if (escapes[letter] === 1) return start + 2
  if (letter !== lowercaseU) throw brokenJson(start + 1)
  for (let at = start + 2; at < start + 6; at++) if (!isHex(bytes[at] as number)) throw brokenJson(at)
  return start + 6
}

function isHex(byte: number): boolean {
  const letter = byte | 0x20
  return isDigit(byte) || (letter >= 0x61 && letter <= 0x66)
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

function skipScalar(bytes: Uint8Array, start: number): number {
  const first = bytes[start]
  if (first === 0x74) return skipWord(bytes, start, 'true')
  if (first === 0x66) return skipWord(bytes, start, 'false')
  if (first === 0x6e) return skipWord(bytes, start, 'null')
  return skipNumber(bytes, start)
}

function skipWord(bytes: Uint8Array, start: number, word: string): number {
  for (let index = 0; index < word.length; index++)
    if (bytes[start + index] !== word.charCodeAt(index)) throw brokenJson(start + index)
  return start + word.length
}

function skipNumber(bytes: Uint8Array, start: number): number {
  const first = bytes[start] === 0x2d ? start + 1 : start
  let at = bytes[first] === 0x30 ? first + 1 : skipDigits(bytes, first)
  if (bytes[at] === 0x2e) at = skipDigits(bytes, at + 1)
  if (((bytes[at] ?? 0) | 0x20) !== 0x65) return at
  const sign = bytes[at + 1]
  return skipDigits(bytes, sign === 0x2b || sign === 0x2d ? at + 2 : at + 1)
}

/** The end of a run of digits; there must be one. */
function skipDigits(bytes: Uint8Array, start: number): number {
  let at = start
  while (isDigit(bytes[at])) at++
  if (at === start) throw brokenJson(at)
  return at
}
