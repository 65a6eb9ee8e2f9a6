import type { JsonObject } from './json.ts'
import { flattened, objectIn } from './loose-object.ts'
import { type Finds, hasByteOrderMark } from './torn.ts'

const [quote, comma, backslash, colon] = [34, 44, 92, 58]
const [list, listEnd, open, close] = [91, 93, 123, 125]
const byteOrderMarkSize = 3

/**
 * Reads the records of a file that is one JSON array, or an object with the array in a member, from its start to the
 * first one that is not whole.
 *
 * Nothing after a broken record is read as a record: after a cut string, quotes open where they should close.
 */
export function readArray(bytes: Uint8Array, finds: Finds, member: string | undefined): void {
  const first = hasByteOrderMark(bytes) ? byteOrderMarkSize : 0
  if (first > 0) finds.tear('byte-order-mark', 0, first)
  const start = listStart(bytes, member)
  if (start !== undefined) new Reading(bytes, finds, member).run(start + 1)
  else if (afterBlank(bytes, first) < bytes.length)
    finds.tear('stray', afterBlank(bytes, first), bytes.length)
}

/** The bracket that opens the list of records; undefined if there is none. */
export function listStart(bytes: Uint8Array, member: string | undefined): number | undefined {
  let at = afterBlank(bytes, hasByteOrderMark(bytes) ? byteOrderMarkSize : 0)
  if (member === undefined) return bytes[at] === list ? at : undefined
  if (bytes[at] !== open) return undefined
  for (;;) {
    at = afterBlank(bytes, at + 1)
    const nameEnd = bytes[at] === quote ? stringEnd(bytes, at) + 1 : bytes.length
    const name = Buffer.from(bytes.subarray(at, nameEnd)).toString()
    at = afterBlank(bytes, nameEnd)
    if (bytes[at] !== colon) return undefined
    const start = afterBlank(bytes, at + 1)
    if (name === JSON.stringify(member)) return bytes[start] === list ? start : undefined
    at = afterBlank(bytes, valueEnd(bytes, start) ?? bytes.length)
    if (bytes[at] !== comma) return undefined
  }
}

/** Whether bytes close a file behind its list: nothing is left, or the rest of the object that holds the list. */
export function closes(rest: Uint8Array, member: string | undefined): boolean {
  const text = Buffer.from(rest).toString()
  if (member === undefined) return text.trim() === ''
  try {
    JSON.parse(`{"":[]${text}`)
    return true
  } catch {
    return false
  }
}

class Reading {
  private readonly bytes: Uint8Array
  private readonly finds: Finds
  private readonly member: string | undefined
  /** The position of the comma before the next record; -1 at the start of the list, where none has to stand. */
  private commaAt: number | undefined = -1

  constructor(bytes: Uint8Array, finds: Finds, member: string | undefined) {
    this.bytes = bytes
    this.finds = finds
    this.member = member
  }

  run(start: number): void {
    const { bytes } = this
    for (let at = afterBlank(bytes, start); at < bytes.length; at = afterBlank(bytes, at)) {
      if (bytes[at] === listEnd) {
        this.end(at)
        return
      }
      const next = bytes[at] === comma ? this.passComma(at) : this.read(at)
      if (next === undefined) {
        this.finds.tear('cut', at, bytes.length)
        return
      }
      at = next
    }
    this.finds.tear('unclosed', bytes.length, bytes.length)
  }

  private passComma(at: number): number {
    if (this.commaAt !== undefined) this.finds.tear('stray', at, at + 1)
    else this.commaAt = at
    return at + 1
  }

  /** Takes the value that starts here; returns its end, or nothing where it is not whole. */
  private read(start: number): number | undefined {
    const end = valueEnd(this.bytes, start)
    const own = this.bytes.subarray(start, end)
    if (end === undefined) return undefined
    const found = this.bytes[start] === open ? recordIn(own) : undefined
    if (found === undefined && !isValue(own)) return undefined
    if (this.commaAt === undefined) this.finds.tear('glued', start, start)
    if (found === undefined) this.finds.tear('stray', start, end)
    else this.take(start, end, found)
    this.commaAt = undefined
    return end
  }

  private take(start: number, end: number, { value, mended }: Found): void {
    if (mended !== undefined) this.finds.tear('raw', start, end)
    this.finds.record(start, end, value, mended)
  }

  private end(at: number): void {
    const { bytes, member, commaAt = -1 } = this
    if (commaAt >= 0) this.finds.tear('stray', commaAt, commaAt + 1)
    if (closes(bytes.subarray(at + 1), member)) return
    const rest = afterBlank(bytes, at + 1)
    this.finds.tear(rest < bytes.length ? 'stray' : 'unclosed', rest, bytes.length)
  }
}

interface Found {
  readonly value: JsonObject
  readonly mended: Uint8Array | undefined
}

function recordIn(own: Uint8Array): Found | undefined {
  const value = objectIn(own)
  if (value !== undefined) return { value, mended: undefined }
  const mended = flattened(own)
  const loose = objectIn(mended)
  return loose === undefined ? undefined : { value: loose, mended }
}

function isValue(own: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(own).toString('utf8'))
    return true
  } catch {
    return false
  }
}

/** The end of the value that starts at a position, told by brackets and quotes alone; undefined where it has none. */
function valueEnd(bytes: Uint8Array, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === quote) {
      at = stringEnd(bytes, at)
      if (depth === 0) return at < bytes.length ? at + 1 : undefined
    } else if (byte === open || byte === list) depth++
    else if (byte === close || byte === listEnd) {
      depth--
      if (depth <= 0) return depth === 0 ? at + 1 : at
    } else if (depth === 0 && byte === comma) return at
  }
  return undefined
}

/** The end of the string that starts at a position: its last quote, or the end of the file. */
function stringEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}

/** The first byte from a position on that is no white space. */
function afterBlank(bytes: Uint8Array, start: number): number {
  let at = start
  while (isBlank(bytes[at])) at++
  return at
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 10 || byte === 13
}
