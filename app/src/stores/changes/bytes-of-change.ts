import { applyBytes, applySplices, type Edit, type Splice } from '@mortise/core'
import type { Entry, Store } from '../contract/store.ts'
import { arrayOf, type Item } from '../records/array-bytes.ts'
import { itemAt } from '../records/lists.ts'
import type { Change, Placed } from './change.ts'
import { renumbered } from './renumber.ts'

const lineFeed = 10
const carriageReturn = 13

/** The bytes of a file after a change of its records; other lines keep their bytes, but for their numbers. */
export function bytesOfChange(
  bytes: Uint8Array,
  entries: readonly Entry[],
  change: Change,
  store: Store,
): Uint8Array {
  if (store.arrayFile !== undefined)
    return arrayOf(bytes, entries, itemsOf(bytes, entries, change), {
      isWhole: false,
      member: store.arrayMember,
    })
  const made = linesAfter(bytes, entries, change)
  return change.placed.length + change.removed.size > 0 ? renumbered(made, store) : made
}

function linesAfter(bytes: Uint8Array, entries: readonly Entry[], change: Change): Uint8Array {
  const moved = new Set(change.placed.flatMap(({ moved: index }) => index ?? []))
  const leaving = new Set([...moved, ...change.removed.keys()])
  const touched = new Set([...change.edits.indexes, ...change.links.indexes])
  const splices: Splice[] = []
  for (const index of touched) {
    const { start, end } = itemAt(entries, index)
    const insert = editedBytes(bytes, itemAt(entries, index), change)
    if (!leaving.has(index)) splices.push({ start, end, insert })
  }
  const gaps = gapsLeft(bytes, entries, leaving)
  for (const gap of gaps) splices.push({ ...gap, insert: nothing })
  const isOpen = bytes.at(-1) !== lineFeed && gaps.every(({ end }) => end < bytes.length)
  for (const splice of arrivalSplices(bytes, entries, change, isOpen && bytes.length > 0))
    splices.push(splice)
  return applySplices(
    bytes,
    splices.sort((left, right) => left.start - right.start || left.end - right.end),
  )
}

/** The records of an array once it is changed, in their order. */
function itemsOf(bytes: Uint8Array, entries: readonly Entry[], change: Change): readonly Item[] {
  const own = (entry: Entry): Item => ({ from: entry.index, bytes: editedBytes(bytes, entry, change) })
  const [before, after] = [new Map<number, Item[]>(), new Map<number, Item[]>()]
  const last: Item[] = []
  for (const { moved, value, ...spot } of change.placed) {
    const item: Item = moved === undefined ? { from: undefined, value } : own(itemAt(entries, moved))
    const [side, index] = spot.after === undefined ? [before, spot.before] : [after, spot.after]
    const there = index === undefined ? last : (side.get(index) ?? [])
    there.push(item)
    if (index !== undefined) side.set(index, there)
  }
  const isMoved = new Set(change.placed.flatMap(({ moved }) => moved ?? []))
  const isStaying = (index: number): boolean => !change.removed.has(index) && !isMoved.has(index)
  const items = entries.flatMap((entry) => [
    ...(before.get(entry.index) ?? []),
    ...(isStaying(entry.index) ? [own(entry)] : []),
    ...(after.get(entry.index) ?? []),
  ])
  return [...items, ...last]
}

const nothing = new Uint8Array(0)

interface Span {
  readonly start: number
  readonly end: number
}

/** The line of a record, with its line break. */
function lineOf(bytes: Uint8Array, { start, end }: Span): Span {
  const next = bytes.indexOf(lineFeed, end)
  const last = start === 0 ? -1 : bytes.lastIndexOf(lineFeed, start - 1)
  return { start: last + 1, end: next < 0 ? bytes.length : next + 1 }
}

/** The stretches that go with some records: their whole lines, unless something else stands there too. */
function gapsLeft(bytes: Uint8Array, entries: readonly Entry[], leaving: ReadonlySet<number>): Span[] {
  const gaps: Span[] = []
  let last: Span | undefined
  for (const index of [...leaving].sort((left, right) => left - right)) {
    const { start, end } = itemAt(entries, index)
    const line = lineOf(bytes, { start, end })
    const isSameLine = last !== undefined && line.start < last.end
    if (isSameLine) continue
    const own = recordsIn(entries, index, line)
    const isAlone = own.every((each) => leaving.has(each.index)) && isBlankBut(bytes, line, own)
    if (isAlone) gaps.push(line)
    else for (const each of own) if (leaving.has(each.index)) gaps.push({ start: each.start, end: each.end })
    last = line
  }
  return gaps
}

/** The records on the line of one: two may stand there where the break between them was lost. */
function recordsIn(entries: readonly Entry[], index: number, line: Span): readonly Entry[] {
  const isOn = ({ start, end }: Span): boolean => start < line.end && end > line.start
  let [first, after] = [index, index + 1]
  while (first > 0 && isOn(itemAt(entries, first - 1))) first--
  while (after < entries.length && isOn(itemAt(entries, after))) after++
  return entries.slice(first, after)
}

const blanks: ReadonlySet<number> = new Set([9, lineFeed, carriageReturn, 32])

/** Whether nothing but white space stands on a line beside these records. */
function isBlankBut(bytes: Uint8Array, line: Span, own: readonly Span[]): boolean {
  let at = line.start
  for (const { start, end } of [...own, { start: line.end, end: line.end }]) {
    if (!bytes.subarray(at, start).every((byte) => blanks.has(byte))) return false
    at = end
  }
  return true
}

/** The changed record: first its message is edited, then its links. */
function editedBytes(bytes: Uint8Array, entry: Entry, { edits, links }: Change): Uint8Array {
  const [said, named] = [edits.of(entry.index), links.of(entry.index)]
  const own = bytes.subarray(entry.start, entry.end)
  if (said.length + named.length === 0) return own
  return edited(edited(entry.mended ?? own, said), named)
}

function edited(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const outcome = applyBytes(bytes, { edits })
  if (outcome.ok) return outcome.value
  throw outcome.error
}

/** New lines, those for one place in their order. */
function arrivalSplices(
  bytes: Uint8Array,
  entries: readonly Entry[],
  change: Change,
  isOpen: boolean,
): Splice[] {
  const lines = new Map<number, Uint8Array[]>()
  const lineBreak = lineBreakOf(bytes)
  for (const placed of change.placed) {
    const at = offsetOf(bytes, entries, placed)
    const isInside = at === bytes.length ? isOpen : at > 0 && bytes[at - 1] !== lineFeed
    const pieces: Uint8Array[] = lines.get(at) ?? (isInside ? [lineBreak] : [])
    pieces.push(recordBytes(bytes, entries, change, placed), lineBreak)
    lines.set(at, pieces)
  }
  return [...lines].map(([at, pieces]) => ({ start: at, end: at, insert: Buffer.concat(pieces) }))
}

/** The line break of the first line, which all others share. */
function lineBreakOf(bytes: Uint8Array): Uint8Array {
  const isWide = bytes[bytes.indexOf(lineFeed) - 1] === carriageReturn
  return Buffer.from(isWide ? '\r\n' : '\n')
}

/** Where a record comes to: at the start or end of a line, or between two records that share one. */
function offsetOf(bytes: Uint8Array, entries: readonly Entry[], { after, before }: Placed): number {
  const index = after ?? before
  if (index === undefined) return bytes.length
  const entry = itemAt(entries, index)
  const line = lineOf(bytes, entry)
  const own = recordsIn(entries, index, line)
  if (after !== undefined) return own.at(-1) === entry ? line.end : entry.end
  return own[0] === entry ? line.start : entry.start
}

function recordBytes(
  bytes: Uint8Array,
  entries: readonly Entry[],
  change: Change,
  { moved, value }: Placed,
): Uint8Array {
  return moved === undefined
    ? Buffer.from(JSON.stringify(value))
    : editedBytes(bytes, itemAt(entries, moved), change)
}
