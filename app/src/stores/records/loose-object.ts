import { isObject, type JsonObject } from './json.ts'

/** The end of a record, or the place where it breaks off. */
export type Loose =
  | { readonly end: number; readonly isRaw: boolean }
  | { readonly end: undefined; readonly broken: Break }

/** Where a record breaks off. */
export interface Break {
  /** The first byte that does not belong to it. */
  readonly at: number
  /** The position where another record may start: the break shows up to two bytes later. */
  readonly next: number | undefined
  /** The object in it that ended last, right before the break: a record that stands where a value was due. */
  readonly last: { readonly start: number; readonly end: number } | undefined
}

const [lineFeed, quote, backslash, open, close] = [10, 34, 92, 123, 125]
const [comma, colon, list, listEnd] = [44, 58, 91, 93]
// No record nests this deep.
const deepest = 100_000

/** The tokens that may come next. */
type State = 'first-key' | 'key' | 'colon' | 'value' | 'first-item' | 'after'

/**
 * Reads over an object that starts at `start`, in bytes that may be torn anywhere.
 *
 * Raw control characters in strings are allowed, and line breaks too unless a record starts after one.
 * Each byte is looked at once.
 */
export function looseObject(bytes: Uint8Array, start: number): Loose {
  const scan = new Scan(bytes, start)
  return scan.run()
}

class Scan {
  private readonly bytes: Uint8Array
  private at: number
  private state: State = 'value'
  private isRaw = false
  /** Where the containers that are still open start. */
  private readonly starts: number[] = []
  private last: { readonly start: number; readonly end: number } | undefined
  /** The byte after the last string. */
  private stringEnd = -1

  constructor(bytes: Uint8Array, start: number) {
    this.bytes = bytes
    this.at = start
  }

  run(): Loose {
    const { bytes } = this
    for (; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at] as number
      if (byte === 32 || byte === 9 || byte === 13) continue
      if (byte === lineFeed && !isCut(bytes, this.at)) this.isRaw = true
      else if (!this.step(byte)) return this.broken()
      else if (this.starts.length === 0) return { end: this.at + 1, isRaw: this.isRaw }
    }
    return this.broken()
  }

  /** Reads the token that starts at this byte; false if it may not stand here. */
  private step(byte: number): boolean {
    switch (this.state) {
      case 'first-key':
        return byte === close ? this.leave() : byte === quote && this.string('colon')
      case 'key':
        return byte === quote && this.string('colon')
      case 'colon':
        return byte === colon && this.turnTo('value')
      case 'first-item':
        return byte === listEnd ? this.leave() : this.value(byte)
      case 'value':
        return this.value(byte)
      default:
        if (byte === comma) return this.turnTo(this.isInList() ? 'value' : 'key')
        return byte === (this.isInList() ? listEnd : close) && this.leave()
    }
  }

  private value(byte: number): boolean {
    if (byte === open) return this.enter('first-key')
    if (byte === list) return this.enter('first-item')
    if (byte === quote) return this.string('after')
    if (!isPlain(byte)) return false
    while (isPlain(this.bytes[this.at + 1] as number)) this.at++
    return this.turnTo('after')
  }

  private enter(state: State): boolean {
    if (this.starts.length === deepest) return false
    this.starts.push(this.at)
    return this.turnTo(state)
  }

  private leave(): boolean {
    const start = this.starts.pop() as number
    if (this.bytes[start] === open) this.last = { start, end: this.at + 1 }
    return this.turnTo('after')
  }

  private turnTo(state: State): boolean {
    this.state = state
    return true
  }

  private isInList(): boolean {
    return this.bytes[this.starts[this.starts.length - 1] as number] === list
  }

  private string(state: State): boolean {
    const { bytes } = this
    for (this.at++; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at] as number
      if (byte === quote) {
        this.stringEnd = this.at + 1
        return this.turnTo(state)
      }
      if (byte === 0 || (byte === lineFeed && isCut(bytes, this.at))) return false
      if (byte < 32) this.isRaw = true
      else if (byte === backslash && !this.escape()) return false
    }
    return false
  }

  private escape(): boolean {
    const digits = this.bytes[++this.at] === 117 ? 4 : 0
    if (digits === 0) return escapes.has(this.bytes[this.at] as number)
    for (let count = 0; count < digits; count++) if (!isHex(this.bytes[++this.at] as number)) return false
    return true
  }

  private broken(): Loose {
    const at = Math.min(this.at, this.bytes.length)
    return { end: undefined, broken: { at, next: this.nextStart(at), last: this.lastBefore(at) } }
  }

  private nextStart(at: number): number | undefined {
    if (this.bytes[at] === open) return at
    // A record cut inside a string takes the first quote of the next one for its end.
    return at === this.stringEnd && this.bytes[at - 2] === open ? at - 2 : undefined
  }

  private lastBefore(at: number): Break['last'] {
    return this.last !== undefined && isBlank(this.bytes, this.last.end, at) ? this.last : undefined
  }
}

/** Whether a line break ends what was written: the next record, zeros or nothing at all follow it. */
function isCut(bytes: Uint8Array, at: number): boolean {
  const next = bytes[at + 1]
  return next === undefined || next === 0 || (next === open && bytes[at + 2] === quote)
}

const escapes: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((letter) => letter.charCodeAt(0)))

/** The letters, digits and signs of numbers, `true`, `false` and `null`. */
function isPlain(byte: number): boolean {
  return (
    (byte >= 48 && byte <= 57) ||
    (byte >= 97 && byte <= 122) ||
    byte === 43 ||
    byte === 45 ||
    byte === 46 ||
    byte === 69
  )
}

function isHex(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102)
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((bytes[at] as number) > 32) return false
  return true
}

/** The same object on one line: raw control characters in strings are escaped, those between tokens are spaces. */
export function flattened(bytes: Uint8Array): Uint8Array {
  let room = bytes.length
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] as number) < 32) room += longestEscape
  const made = Buffer.allocUnsafe(room)
  let length = 0
  let isString = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === quote) isString = !isString
    if (byte < 32) {
      for (const code of isString ? escapesOf(byte) : space) made[length++] = code
      continue
    }
    made[length++] = byte
    // The byte after a backslash is neither raw nor the end of the string.
    if (isString && byte === backslash) made[length++] = bytes[++at] as number
  }
  return made.subarray(0, length)
}

const longestEscape = 6
const space = Buffer.from(' ')
const escapeBytes: Buffer[] = []

function escapesOf(byte: number): Buffer {
  const known = escapeBytes[byte]
  if (known !== undefined) return known
  const made = Buffer.from(JSON.stringify(String.fromCharCode(byte)).slice(1, -1))
  escapeBytes[byte] = made
  return made
}

/** Parses bytes as a JSON object; undefined if they are none. */
export function objectIn(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(textOf(bytes))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Decodes bytes as UTF-8. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
