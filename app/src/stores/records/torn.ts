import type { JsonObject } from './json.ts'
import { type Break, flattened, looseObject, objectIn } from './loose-object.ts'

/**
 * The damage of a stretch of a file.
 *
 * `zeros`: nothing was ever written there · `cut`: a record that breaks off · `glued`: two records on one
 * line · `raw`: line breaks or other control characters in a string · `stray`: no record at all ·
 * `header`: the file is opened a second time · `headless`: it is not opened by its first record · `byte-order-mark`:
 * parsers of JSON do not take it · `unclosed`: the list of records has no end.
 */
export type TornKind =
  | 'zeros'
  | 'cut'
  | 'glued'
  | 'raw'
  | 'stray'
  | 'header'
  | 'headless'
  | 'byte-order-mark'
  | 'unclosed'

/** A stretch of a file that its agent cannot read. */
export interface Torn {
  readonly kind: TornKind
  readonly line: number
  readonly start: number
  readonly end: number
  /** How many records stand before it. */
  readonly after: number
}

/** Whether the bytes of such a stretch belong to no record; the others are records, or none at all. */
export function isUnread(kind: TornKind): boolean {
  return kind !== 'glued' && kind !== 'raw' && kind !== 'headless' && kind !== 'unclosed'
}

/** One sentence for people about a torn stretch. */
export function describeTorn({ kind, start, end }: Torn): string {
  return sentences[kind].replace('{n}', String(end - start))
}

const sentences: Readonly<Record<TornKind, string>> = {
  zeros: 'Nothing but zeros was written here ({n} bytes).',
  cut: 'A record breaks off here ({n} bytes are left of it).',
  glued: 'Two records stand on one line.',
  raw: 'A record holds raw line breaks or other control characters.',
  stray: 'These {n} bytes are no record.',
  header: 'The file is opened a second time.',
  headless: 'The record that opens the file is missing: its agent takes it for an empty one.',
  'byte-order-mark': 'A byte order mark stands before the first record, which then cannot be read.',
  unclosed: 'The list of records is not closed: its agent reads none of them.',
}

/** Receives the records and the torn stretches of a file, from its start to its end. */
export interface Finds {
  record(start: number, end: number, value: JsonObject, mended?: Uint8Array): void
  tear(kind: TornKind, start: number, end: number): void
}

const [lineFeed, quote, open, close] = [10, 34, 123, 125]

/**
 * Reads records where a line holds not exactly one; hands on whole records and torn stretches.
 *
 * Starts at the head of a line and returns the head of the first line after that it did not need to read.
 */
export function recover(
  bytes: Uint8Array,
  start: number,
  finds: Finds,
  isRecord: (value: JsonObject) => boolean,
): number {
  return new Recovery(bytes, finds, isRecord).run(start)
}

class Recovery {
  private readonly bytes: Uint8Array
  private readonly finds: Finds
  private readonly isRecord: (value: JsonObject) => boolean
  /** Whether a record is due here: at the head of a line, or after another record. */
  private isDue = true
  private isAfterRecord = false

  constructor(bytes: Uint8Array, finds: Finds, isRecord: (value: JsonObject) => boolean) {
    this.bytes = bytes
    this.finds = finds
    this.isRecord = isRecord
  }

  run(start: number): number {
    const { bytes } = this
    for (let at = start; at < bytes.length; ) {
      const byte = bytes[at] as number
      if (byte === lineFeed) return at + 1
      if (byte === 0) at = this.passZeros(at)
      else if (isSpace(bytes, at)) at++
      else if (byte === open) at = this.read(at)
      else at = this.pass('stray', at, this.nextChance(at))
    }
    return bytes.length
  }

  private read(start: number): number {
    const loose = looseObject(this.bytes, start)
    if (loose.end === undefined) return this.readBroken(start, loose.broken)
    const { end, isRaw } = loose
    const own = this.bytes.subarray(start, end)
    const mended = isRaw ? flattened(own) : undefined
    const value = objectIn(mended ?? own)
    const isWhole = value !== undefined && (this.isDue || endsHere(this.bytes, end))
    if (!isWhole) return this.pass('stray', start, this.nextChance(end))
    if (this.isAfterRecord) this.finds.tear('glued', start, start)
    if (isRaw) this.finds.tear('raw', start, end)
    return this.take(start, end, value, mended)
  }

  private readBroken(start: number, { at, next, last }: Break): number {
    const value = last === undefined ? undefined : objectIn(this.bytes.subarray(last.start, last.end))
    if (last !== undefined && value !== undefined && last.start > start && this.isRecord(value)) {
      this.pass('cut', start, last.start)
      return this.take(last.start, last.end, value, undefined)
    }
    const resumed = this.pass('cut', start, next ?? this.nextChance(at))
    // A record that breaks off where another one starts is followed by that one.
    this.isDue = next !== undefined
    return resumed
  }

  private take(start: number, end: number, value: JsonObject, mended: Uint8Array | undefined): number {
    this.finds.record(start, end, value, mended)
    this.isDue = true
    this.isAfterRecord = true
    return end
  }

  private pass(kind: TornKind, start: number, end: number): number {
    this.finds.tear(kind, start, trimmed(this.bytes, start, end))
    this.isDue = false
    this.isAfterRecord = false
    return end
  }

  private passZeros(start: number): number {
    let end = start
    while (this.bytes[end] === 0) end++
    return this.pass('zeros', start, end)
  }

  /** Where a record may start again: the end of the line, zeros, or right after what ended. */
  private nextChance(start: number): number {
    const { bytes } = this
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === lineFeed || byte === 0) return at
      if (byte === close && bytes[at + 1] === open && bytes[at + 2] === quote) return at + 1
    }
    return bytes.length
  }
}

/** Whether nothing but another record, zeros or the end of the line follows. */
function endsHere(bytes: Uint8Array, end: number): boolean {
  const byte = bytes[afterSpace(bytes, end)]
  return byte === undefined || byte === lineFeed || byte === 0 || byte === open
}

/** The first byte from a position on that is no white space within a line. */
export function afterSpace(bytes: Uint8Array, start: number): number {
  let at = start
  while (isSpace(bytes, at)) at++
  return at
}

function isSpace(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at]
  return byte === 32 || byte === 9 || byte === 13 || isByteOrderMark(bytes, at)
}

const byteOrderMarkSize = 3

/** Whether a file begins with a byte order mark, which some editors write. */
export function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

function isByteOrderMark(bytes: Uint8Array, at: number): boolean {
  return at < byteOrderMarkSize && hasByteOrderMark(bytes)
}

/** Where a stretch ends without the white space at its end. */
export function trimmed(bytes: Uint8Array, start: number, end: number): number {
  let last = end
  while (last > start && isSpace(bytes, last - 1)) last--
  return last
}
