import { character, hexadecimal } from './characters.ts'
import { isSimpleEscape, overrun, pairTable, plainRun, run } from './pair-run.ts'

/**
 * Reads over JSON, and checks it just as `JSON.parse` does.
 *
 * Each function takes where something starts and gives where it ends, or -1 where it is not JSON. Bytes must
 * end in a control character that is no white space here, so that nothing has to ask for the end.
 */
export class Syntax {
  bytes: Uint8Array = new Uint8Array(0)
  private view = new DataView(new ArrayBuffer(0))
  private readonly pairs = pairTable()
  /** A line feed is white space, unless it ends what is read. */
  isLine = false
  /** An escape of half a character was read. */
  hasHalf = false
  /** The last string that was read over holds an escape. */
  isEscaped = false
  /** The end of the last name that was read over. */
  nameEnd = 0
  /** A bit for each object or array that is read over and still open: 1 for an object. */
  private open = new Int32Array(64)
  private depth = 0

  /** Room for so many bytes; the first `kept` stay. */
  hold(size: number, kept: number): Uint8Array {
    const bytes = new Uint8Array(new ArrayBuffer(size + overrun), 0, size)
    bytes.set(this.bytes.subarray(0, kept))
    this.bytes = bytes
    this.view = new DataView(bytes.buffer)
    return bytes
  }

  /** The first byte from here that is not white space. */
  blank(at: number): number {
    const { bytes } = this
    let byte = bytes[at] as number
    while (byte <= character.space && this.isBlank(byte)) byte = bytes[++at] as number
    return at
  }

  private isBlank(byte: number): boolean {
    if (byte === character.lineFeed) return !this.isLine
    return byte === character.space || byte === character.tab || byte === character.carriageReturn
  }

  /** From after the opening quote to the closing one. */
  string(at: number): number {
    this.isEscaped = false
    for (;;) {
      at = run(this.view, this.pairs, at)
      if (at < 0) {
        this.isEscaped = true
        at = ~at
      }
      const byte = this.bytes[at] as number
      if (byte === character.quote) return at
      const next = this.bytes[at + 1] as number
      if (byte !== character.backslash) {
        if (byte < character.space || next < character.space) return -1
        if (next === character.quote) return at + 1
        at = plainRun(this.view, at)
        continue
      }
      if (next !== character.lowerU) {
        if (!isSimpleEscape(this.pairs, next)) return -1
        continue
      }
      this.isEscaped = true
      at = this.unicode(at + 2)
      if (at < 0) return -1
    }
  }

  /** From after `\u`: a high surrogate takes the low one after it along. */
  private unicode(at: number): number {
    const { bytes } = this
    const code = hexadecimalAt(bytes, at)
    if (code < 0) return -1
    if ((code & 0xf800) !== 0xd800) return at + 4
    const next = bytes[at + 4] === character.backslash && bytes[at + 5] === character.lowerU
    const isPair = code < 0xdc00 && next && (hexadecimalAt(bytes, at + 6) & 0xfc00) === 0xdc00
    if (!isPair) this.hasHalf = true
    return isPair ? at + 10 : at + 4
  }

  /** A number, `true`, `false` or `null`. */
  scalar(at: number): number {
    const byte = this.bytes[at] as number
    if (byte === character.lowerT) return this.literal(at, 'true')
    if (byte === character.lowerF) return this.literal(at, 'false')
    if (byte === character.lowerN) return this.literal(at, 'null')
    return this.number(at)
  }

  private literal(at: number, word: string): number {
    for (let index = 1; index < word.length; index++) {
      if (this.bytes[at + index] !== word.charCodeAt(index)) return -1
    }
    return at + word.length
  }

  private number(at: number): number {
    const { bytes } = this
    if (bytes[at] === character.minus) at++
    at = bytes[at] === character.zero ? at + 1 : digits(bytes, at)
    if (at >= 0 && bytes[at] === character.dot) at = digits(bytes, at + 1)
    const byte = at < 0 ? 0 : bytes[at]
    if (byte !== character.lowerE && byte !== character.upperE) return at
    const sign = bytes[at + 1]
    return digits(bytes, sign === character.plus || sign === character.minus ? at + 2 : at + 1)
  }

  /** From the quote of a member's name to the first byte of its value. */
  member(at: number): number {
    if (this.bytes[at] !== character.quote) return -1
    const end = this.string(at + 1)
    this.nameEnd = end
    if (end < 0) return -1
    const colon = this.blank(end + 1)
    return this.bytes[colon] === character.colon ? this.blank(colon + 1) : -1
  }

  /** Any value, however deep: without recursion, for the stack has an end. */
  value(at: number): number {
    this.depth = 0
    for (;;) {
      const byte = this.bytes[at] as number
      const isObject = byte === character.openObject
      if (isObject || byte === character.openArray) {
        this.push(isObject)
        at = this.blank(at + 1)
        if (this.bytes[at] !== byte + 2) {
          if (isObject) at = this.member(at)
          if (at < 0) return -1
          continue
        }
      } else {
        at = byte === character.quote ? this.string(at + 1) + 1 : this.scalar(at)
        if (at <= 0) return -1
      }
      at = this.after(at)
      if (at < 0 || this.depth === 0) return at
    }
  }

  /** From the end of a value, over what closes there, to the next value; or to the end of the outermost. */
  private after(at: number): number {
    while (this.depth > 0) {
      at = this.blank(at)
      const isObject = this.isInObject()
      const sign = this.bytes[at] as number
      if (sign === character.comma) {
        at = this.blank(at + 1)
        return isObject ? this.member(at) : at
      }
      if (sign !== (isObject ? character.closeObject : character.closeArray)) return -1
      at++
      this.depth--
    }
    return at
  }

  private push(isObject: boolean): void {
    const index = this.depth >> 5
    if (index >= this.open.length) this.deepen()
    const bit = 1 << (this.depth++ & 31)
    const word = this.open[index] as number
    this.open[index] = isObject ? word | bit : word & ~bit
  }

  private deepen(): void {
    const deeper = new Int32Array(this.open.length * 2)
    deeper.set(this.open)
    this.open = deeper
  }

  private isInObject(): boolean {
    const top = this.depth - 1
    return ((this.open[top >> 5] as number) & (1 << (top & 31))) !== 0
  }
}

/** The number that four hexadecimal digits make, or -1. */
function hexadecimalAt(bytes: Uint8Array, at: number): number {
  let code = 0
  for (let index = 0; index < 4; index++) {
    const digit = hexadecimal[bytes[at + index] as number] as number
    if (digit > 15) return -1
    code = code * 16 + digit
  }
  return code
}

/** One digit or more. */
function digits(bytes: Uint8Array, at: number): number {
  const start = at
  let byte = bytes[at] as number
  while (byte >= character.zero && byte <= character.nine) byte = bytes[++at] as number
  return at > start ? at : -1
}
