import { brokenJson, signs, skipBlanks, skipName, skipString, skipValue, startOf } from '../scan/skip.ts'
import { decode } from '../text/decode.ts'
import { valueAt } from '../text/utf8.ts'
import type { Found, Items, Spot } from './spot.ts'

/**
 * Finds all spots of a tree in one pass over the bytes; what nobody asks about is skipped, but it must be JSON.
 *
 * Of members with the same name the last one counts, as for `JSON.parse`.
 */
export function locate(bytes: Uint8Array, root: Spot): void {
  const start = startOf(bytes)
  const walk: Walk = { bytes, at: start, lead: start, spot: root, open: [] }
  do {
    if (opens(walk)) beginItem(walk)
    else while (walk.open.length > 0 && !nextItem(walk));
  } while (walk.open.length > 0)
  const end = skipBlanks(bytes, walk.at)
  if (end < bytes.length) throw brokenJson(end)
}

/** The state of a pass over the bytes: it stands at the start of a value, or behind one. */
interface Walk {
  readonly bytes: Uint8Array
  at: number
  lead: number
  /** The spot that is wanted for the value that starts here. */
  spot: Spot | undefined
  readonly open: OpenContainer[]
}

/** An array or object that the pass is in. */
interface OpenContainer {
  readonly found: Found
  readonly closer: number
  readonly inside: ReadonlyMap<string, Spot>
  /** Of an array: the spots asked for, in order, and how many of them are found. */
  readonly wanted: readonly Spot[]
  passed: number
  index: number
}

/** Steps into a value if something inside it is asked for, else behind it. */
function opens(walk: Walk): boolean {
  const { bytes, at, spot } = walk
  if (spot === undefined) {
    walk.at = skipValue(bytes, at)
    return false
  }
  const opener = bytes[at]
  const isOpen = opener === signs.openObject || opener === signs.openList
  const found = foundAt(walk, spot, isOpen)
  spot.found = found
  const first = skipBlanks(bytes, at + 1)
  const isWanted = spot.inside.size > 0 || spot.changes.length > 0
  if (!isOpen || !isWanted || bytes[first] === opener + 2) {
    walk.at = found.end = skipValue(bytes, at)
    return false
  }
  walk.at = first
  const wanted = opener === signs.openList ? [...spot.inside.values()] : []
  walk.open.push({ found, closer: opener + 2, inside: spot.inside, wanted, passed: 0, index: 0 })
  return true
}

function foundAt({ bytes, at, lead, open }: Walk, spot: Spot, isOpen: boolean): Found {
  const items = isOpen && spot.changes.length > 0 ? noItems(bytes[at] === signs.openList) : undefined
  return { start: at, end: at, lead, within: open[open.length - 1]?.found, items }
}

function noItems(isList: boolean): Items {
  const starts: number[] = []
  return { isList, starts, ends: [], values: isList ? starts : [], names: [] }
}

/** Steps from the start of an element or member to its value. */
function beginItem(walk: Walk): void {
  const { bytes, at, open } = walk
  const frame = open[open.length - 1] as OpenContainer
  const { items } = frame.found
  walk.lead = at
  items?.starts.push(at)
  if (frame.closer !== signs.closeObject) {
    const next = frame.wanted[frame.passed]
    walk.spot = next?.step === frame.index ? next : undefined
    if (walk.spot !== undefined) frame.passed++
    return
  }
  walk.at = skipName(bytes, at)
  const name = nameAt(bytes, at)
  walk.spot = frame.inside.get(name)
  items?.names.push(name)
  items?.values.push(walk.at)
}

/** Steps from the end of a value to the next one in the same array or object, or out of it: then false. */
function nextItem(walk: Walk): boolean {
  const { bytes, open } = walk
  const frame = open[open.length - 1] as OpenContainer
  frame.found.items?.ends.push(walk.at)
  const at = skipBlanks(bytes, walk.at)
  if (bytes[at] === signs.comma) {
    walk.at = skipBlanks(bytes, at + 1)
    frame.index++
    beginItem(walk)
    return true
  }
  if (bytes[at] !== frame.closer) throw brokenJson(at)
  walk.at = frame.found.end = at + 1
  open.pop()
  return false
}

/** The name of the member that starts at `at`. */
function nameAt(bytes: Uint8Array, at: number): string {
  const end = skipString(bytes, at)
  const slash = bytes.subarray(at, end).indexOf(signs.backslash)
  return slash < 0 ? decode(bytes, at + 1, end - 1) : String(valueAt(bytes, at, end))
}
