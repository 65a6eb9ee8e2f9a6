import { lineSketcher } from '@mortise/core'
import type { Entry, Store } from '../contract/store.ts'
import { readArray } from './array-file.ts'
import { isObject, type JsonObject } from './json.ts'
import { objectIn } from './loose-object.ts'
import {
  afterSpace,
  type Finds,
  hasByteOrderMark,
  recover,
  type Torn,
  type TornKind,
  trimmed,
} from './torn.ts'

/** The records of a file, and what is wrong with its bytes. */
export interface Records {
  readonly entries: readonly Entry[]
  readonly torn: readonly Torn[]
}

const lineFeed = 10

/** Reads all records of a file in full; those that are whole survive whatever stands between them. */
export function readRecords(bytes: Uint8Array, store: Store): Records {
  const notes = new Notes(bytes, store)
  if (store.arrayFile !== undefined) {
    readArray(bytes, notes, store.arrayMember)
    return notes
  }
  const isRecord = (value: JsonObject): boolean => store.recognises([value]) > 0
  if (hasByteOrderMark(bytes)) notes.tear('byte-order-mark', 0, afterSpace(bytes, 0))
  for (let at = 0; at < bytes.length; ) {
    const start = afterSpace(bytes, at)
    const found = bytes.indexOf(lineFeed, start)
    const end = trimmed(bytes, start, found < 0 ? bytes.length : found)
    const value = start === end ? undefined : objectIn(bytes.subarray(start, end))
    if (value !== undefined) notes.record(start, end, value)
    const isRead = value !== undefined || start === end
    if (!isRead) at = recover(bytes, start, notes, isRecord)
    else at = found < 0 ? bytes.length : found + 1
  }
  notes.end()
  return notes
}

/** Collects the records and the torn stretches of a file, with their line numbers. */
class Notes implements Records, Finds {
  readonly entries: Entry[] = []
  readonly torn: Torn[] = []
  private readonly bytes: Uint8Array
  private readonly store: Store
  private line = 1
  /** Where this line ends. */
  private lineEnd: number
  private hasHeader = false

  constructor(bytes: Uint8Array, store: Store) {
    this.bytes = bytes
    this.store = store
    this.lineEnd = bytes.indexOf(lineFeed)
  }

  record(start: number, end: number, value: JsonObject, mended?: Uint8Array): void {
    const line = this.lineAt(start)
    if (this.isSecondHeader(value)) this.tear('header', start, end)
    else {
      const entry = { index: this.entries.length, line, start, end, value }
      this.entries.push(mended === undefined ? entry : { ...entry, mended })
    }
  }

  tear(kind: TornKind, start: number, end: number): void {
    this.torn.push({ kind, line: this.lineAt(start), start, end, after: this.entries.length })
  }

  /** Adds the faults that show only once all records are read. */
  end(): void {
    const [first] = this.entries
    if (first === undefined || isHead(first.value, this.store)) return
    this.torn.push({ kind: 'headless', line: first.line, start: first.start, end: first.start, after: 0 })
  }

  private isSecondHeader(value: JsonObject): boolean {
    if (this.store.repeatsHeader || this.store.isHeader?.(value) !== true) return false
    const isSecond = this.hasHeader
    this.hasHeader = true
    return isSecond
  }

  /** The number of the line at a position, or in an array of the record; positions only go on. */
  private lineAt(position: number): number {
    if (this.store.arrayFile !== undefined) return this.entries.length + 1
    while (this.lineEnd >= 0 && this.lineEnd < position) {
      this.line++
      this.lineEnd = this.bytes.indexOf(lineFeed, this.lineEnd + 1)
    }
    return this.line
  }
}

/** Whether a record may be the first of a file. */
function isHead(value: JsonObject, { header, isHeader }: Store): boolean {
  return header === undefined || isHeader?.(value) === true
}

/** Fills `into` with what stands in a file from a position on; returns how many bytes there were. */
export type ReadBytes = (into: Uint8Array, position: number) => number

/** Reads out of bytes that are at hand. */
export function readFrom(bytes: Uint8Array): ReadBytes {
  return (into, position) => {
    const piece = bytes.subarray(position, position + into.length)
    into.set(piece)
    return piece.length
  }
}

const pieceSize = 1 << 20

/**
 * Skims a file of any size for the members that the store picks; undefined if it is torn and has to be read in full.
 *
 * Without its size, only a read that finds nothing more tells that a file has ended.
 */
export function lookOver(
  read: ReadBytes,
  store: Store,
  size: number = Number.POSITIVE_INFINITY,
): readonly Entry[] | undefined {
  if (store.arrayFile !== undefined) return lookOverArray(read, store, size)
  const sketcher = lineSketcher(store.picks)
  const entries: Entry[] = []
  let line = 0
  let isTorn = false
  let hasHeader = false
  for (let position = 0, isEnd = false; !isTorn && !isEnd; ) {
    const room = sketcher.room(Math.min(pieceSize, Math.max(1, size - position)))
    const length = read(room, position)
    isTorn = position === 0 && length > 0 && hasByteOrderMark(room)
    position += length
    isEnd = length === 0 || position >= size
    sketcher.take(length, isEnd, ({ state, start, end, value: seen }) => {
      line++
      if (state === 'blank' || isTorn) return
      const value = state === 'careful' ? objectIn(bytesAt(read, start, end)) : seen
      const isHeader = isObject(value) && store.isHeader?.(value) === true
      isTorn =
        !isObject(value) ||
        (isHeader && hasHeader && !store.repeatsHeader) ||
        (entries.length === 0 && !isHead(value, store))
      hasHeader ||= isHeader
      if (isObject(value)) entries.push({ index: entries.length, line, start, end, value })
    })
  }
  return isTorn ? undefined : entries
}

/** The records of an array, which is read as a whole; undefined where it is torn. */
function lookOverArray(read: ReadBytes, store: Store, size: number): readonly Entry[] | undefined {
  const pieces: Uint8Array[] = []
  for (let position = 0, isEnd = false; !isEnd; ) {
    const piece = new Uint8Array(Math.min(pieceSize, Math.max(1, size - position)))
    const length = read(piece, position)
    pieces.push(piece.subarray(0, length))
    position += length
    isEnd = length === 0 || position >= size
  }
  const { entries, torn } = readRecords(Buffer.concat(pieces), store)
  return torn.length === 0 ? entries : undefined
}

/** A record in full, where a skim has only read the members that the store picks. */
export function recordAt(read: ReadBytes, { start, end }: Entry): JsonObject {
  return objectIn(bytesAt(read, start, end)) ?? {}
}

function bytesAt(read: ReadBytes, start: number, end: number): Uint8Array {
  const bytes = new Uint8Array(end - start)
  for (let filled = 0; filled < bytes.length; ) {
    const length = read(bytes.subarray(filled), start + filled)
    if (length === 0) return bytes.subarray(0, filled)
    filled += length
  }
  return bytes
}
