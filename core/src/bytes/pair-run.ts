import { character } from './characters.ts'

/** So many bytes after the end may be looked at. */
export const overrun = 8

const plain = 0
const simpleEscape = 1
const beforeBackslash = 2
const stop = 3

let pairs: Uint8Array | undefined

/** What each two bytes are within a string; 64 KB, made on first use. */
export function pairTable(): Uint8Array {
  pairs ??= makePairs()
  return pairs
}

/**
 * From within a string to the next two bytes that a string cannot just run over: the quote, a control character,
 * `\u`, or no escape. The complement of that place if an escape was on the way.
 *
 * This loop is most of a reader's work. It looks at two bytes at once, so that an escape is nothing special, and
 * calls and changes nothing, so that a compiler can keep all it needs at hand.
 */
export function run(view: DataView, table: Uint8Array, at: number): number {
  let seen: number = plain
  for (;;) {
    let pair = table[view.getUint16(at, true)] as number
    if (pair < beforeBackslash) {
      seen |= pair
      pair = table[view.getUint16(at + 2, true)] as number
      if (pair >= beforeBackslash) at += 2
      else {
        seen |= pair
        pair = table[view.getUint16(at + 4, true)] as number
        if (pair >= beforeBackslash) at += 4
        else {
          seen |= pair
          at += 6
          continue
        }
      }
    }
    if (pair === stop) return seen === plain ? at : ~at
    at++
  }
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
