import { character } from './characters.ts'

/** So many bytes after the end may be looked at. */
export const overrun = 8

const plain = 0
/** The class of a backslash and a letter that make an escape; below it is that of two plain bytes. */
export const simpleEscape = 1
const beforeBackslash = 2
const stop = 3

let pairs: Uint8Array | undefined

/** The class of each pair of bytes within a string; 64 KB, made on first use. */
export function pairTable(): Uint8Array {
  pairs ??= makePairs()
  return pairs
}

/**
 * From within a string to the next two bytes that a string cannot just run over: the quote, a control character,
 * `\u`, or no escape; or to any place after many bytes without an escape. The complement of that place if an escape
 * was on the way.
 *
 * This loop is most of a reader's work. It looks at two bytes at once, so that an escape is nothing special, and
 * calls and changes nothing, so that a compiler can keep all it needs at hand.
 */
export function run(view: DataView, table: Uint8Array, at: number): number {
  let seen: number = plain
  let recent: number = plain
  let soon = at + beforeRun
  for (;;) {
    if (at > soon) {
      if (recent === plain) return seen === plain ? at : ~at
      seen |= recent
      recent = plain
      soon = at + beforeRun
    }
    let pair = table[view.getUint16(at, true)] as number
    if (pair < beforeBackslash) {
      recent |= pair
      pair = table[view.getUint16(at + 2, true)] as number
      if (pair >= beforeBackslash) at += 2
      else {
        recent |= pair
        pair = table[view.getUint16(at + 4, true)] as number
        if (pair >= beforeBackslash) at += 4
        else {
          recent |= pair
          at += 6
          continue
        }
      }
    }
    if (pair === stop) return (seen | recent) === plain ? at : ~at
    at++
  }
}

/**
 * From within a string to about the next byte that is a quote, a backslash or a control character: at most seven bytes
 * before it.
 *
 * It looks at eight bytes at once. Of each four, the highest bit of a byte tells, after a subtraction, whether it was
 * below a blank, or the same as the other two; beyond ASCII no byte is. Where such bytes are near, pairs are quicker.
 */
export function plainRun(view: DataView, at: number): number {
  for (;;) {
    const left = stopsIn(view.getInt32(at, true))
    const right = stopsIn(view.getInt32(at + 4, true))
    if (((left | right) & highBits) !== 0) return at
    at += 8
  }
}

function stopsIn(four: number): number {
  const controls = four - blanks
  const quotes = (four ^ fourQuotes) - ones
  const backslashes = (four ^ fourBackslashes) - ones
  return (controls | quotes | backslashes) & ~four
}

const highBits = 0x80808080 | 0
const ones = 0x01010101
const blanks = 0x20202020
const fourQuotes = 0x22222222
const fourBackslashes = 0x5c5c5c5c

/** After so many bytes without an escape, a plain run is worth a try. */
const beforeRun = 64

/** Whether a byte after a backslash makes an escape that needs no closer look. */
export function isSimpleEscape(table: Uint8Array, byte: number): boolean {
  return table[character.backslash | (byte << 8)] === simpleEscape
}

/** The first byte of a pair is the low one. Few bytes are not plain, so that whole rows are alike. */
function makePairs(): Uint8Array {
  const table = new Uint8Array(65_536)
  for (let byte = 0; byte < 256; byte++) {
    if (!isPlain(byte)) table.fill(stop, byte << 8, (byte + 1) << 8)
  }
  table.fill(beforeBackslash, character.backslash << 8, (character.backslash + 1) << 8)
  for (let byte = 0; byte < 256; byte++) {
    if (!isPlain(byte)) for (let pair = byte; pair < table.length; pair += 256) table[pair] = stop
  }
  for (let pair: number = character.backslash; pair < table.length; pair += 256) table[pair] = stop
  for (const letter of '"\\/bfnrt') table[character.backslash | (letter.charCodeAt(0) << 8)] = simpleEscape
  return table
}

function isPlain(byte: number): boolean {
  return byte >= character.space && byte !== character.quote
}
