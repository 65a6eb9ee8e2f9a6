import { applyBytes, applySplices, type Edit, type Splice } from '@mortise/core'
import type { Change, Placed } from './change.ts'
import type { Entry } from './store.ts'

const lineFeed = 10
const carriageReturn = 13

/** The bytes of a file whose records change; lines that nothing happens to stay as they are. */
export function bytesOfChange(bytes: Uint8Array, entries: readonly Entry[], change: Change): Uint8Array {
  const moved = new Set(change.placed.flatMap(({ moved: index }) => index ?? []))
  const isLeaving = (index: number): boolean => moved.has(index) || change.removed.has(index)
  const touched = new Set([...change.edits.indexes, ...change.links.indexes])
  const splices: Splice[] = []
  for (const index of touched) {
    const entry = entries[index] as Entry
    if (!isLeaving(index)) splices.push({ ...spanOf(entry), insert: editedBytes(bytes, entry, change) })
  }
  for (const index of [...moved, ...change.removed.keys()])
    splices.push({ ...lineOf(bytes, entries[index] as Entry), insert: nothing })
  const isOpen = bytes.length > 0 && bytes.at(-1) !== lineFeed && !isLeaving(entries.length - 1)
  for (const splice of arrivalSplices(bytes, entries, change, isOpen)) splices.push(splice)
  return applySplices(
    bytes,
    splices.sort((left, right) => left.start - right.start || left.end - right.end),
  )
}

const nothing = new Uint8Array(0)

function spanOf({ start, end }: Entry): { readonly start: number; readonly end: number } {
  return { start, end }
}

/** The line of a record, with its line break. */
function lineOf(bytes: Uint8Array, { start, end }: Entry): { readonly start: number; readonly end: number } {
  const next = bytes.indexOf(lineFeed, end)
  const last = start === 0 ? -1 : bytes.lastIndexOf(lineFeed, start - 1)
  return { start: last + 1, end: next < 0 ? bytes.length : next + 1 }
}

/** The record as it will be: first what it says, then what it points to. */
function editedBytes(bytes: Uint8Array, entry: Entry, { edits, links }: Change): Uint8Array {
  const own = bytes.subarray(entry.start, entry.end)
  return edited(edited(own, edits.of(entry.index)), links.of(entry.index))
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
    const pieces: Uint8Array[] = lines.get(at) ?? (at === bytes.length && isOpen ? [lineBreak] : [])
    pieces.push(recordBytes(bytes, entries, change, placed), lineBreak)
    lines.set(at, pieces)
  }
  return [...lines].map(([at, pieces]) => ({ start: at, end: at, insert: Buffer.concat(pieces) }))
}

/** What ends the first line, and so all others. */
function lineBreakOf(bytes: Uint8Array): Uint8Array {
  const isWide = bytes[bytes.indexOf(lineFeed) - 1] === carriageReturn
  return Buffer.from(isWide ? '\r\n' : '\n')
}

function offsetOf(bytes: Uint8Array, entries: readonly Entry[], { after, before }: Placed): number {
  if (after !== undefined) return lineOf(bytes, entries[after] as Entry).end
  return before === undefined ? bytes.length : lineOf(bytes, entries[before] as Entry).start
}

function recordBytes(
  bytes: Uint8Array,
  entries: readonly Entry[],
  change: Change,
  { moved, value }: Placed,
): Uint8Array {
  return moved === undefined
    ? Buffer.from(JSON.stringify(value))
    : editedBytes(bytes, entries[moved] as Entry, change)
}
