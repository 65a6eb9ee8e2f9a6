import {
  afterItem,
  brokenJson,
  firstItem,
  isBehind,
  isOpener,
  signs,
  skipBlanks,
  skipName,
  skipString,
  skipValue,
  startOf,
} from '../scan/skip.ts'
import { decode } from '../text/decode.ts'
import { valueAt } from '../text/utf8.ts'
import type { FoundValue, Items, Spot } from './spot.ts'

/**
 * Finds all spots of a tree in one pass over the bytes; what nobody asks about is skipped, but it must be JSON.
 *
 * Of members with the same name the last one counts, as for `JSON.parse`.
 */
export function locate(bytes: Uint8Array, root: Spot): void {
  const start = startOf(bytes)
  const walk: Walk = { bytes, at: start, lead: start, spot: root, inside: undefined }
  do {
    const opened = open(walk)
    if (opened !== undefined) beginItem(walk, opened)
    else while (walk.inside !== undefined && !nextItem(walk, walk.inside));
  } while (walk.inside !== undefined)
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
  /** The innermost container that the pass is in. */
  inside: OpenContainer | undefined
}

/** An array or object that the pass is in. */
interface OpenContainer {
  readonly outer: OpenContainer | undefined
  readonly found: FoundValue
  readonly closer: number
  readonly inside: ReadonlyMap<string, Spot>
  /** Of an array: the spots asked for, in order, and how many of them are found. */
  readonly wanted: readonly Spot[]
  passed: number
  index: number
}

/** Steps into a value if something inside it is asked for, else behind it. */
function open(walk: Walk): OpenContainer | undefined {
  const { bytes, at, spot, inside: outer } = walk
  if (spot === undefined) {
    walk.at = skipValue(bytes, at)
    return undefined
  }
  const opener = bytes[at]
  const found = foundAt(walk, spot)
  spot.found = found
  const isWanted = spot.inside.size > 0 || spot.changes.length > 0
  const first = isWanted ? firstItem(bytes, at) : -1
  if (opener === undefined || first < 0) {
    walk.at = found.end = skipValue(bytes, at)
    return undefined
  }
  walk.at = first
  const wanted = opener === signs.openList ? [...spot.inside.values()] : []
  walk.inside = { outer, found, closer: opener + 2, inside: spot.inside, wanted, passed: 0, index: 0 }
  return walk.inside
}

function foundAt({ bytes, at, lead, inside }: Walk, spot: Spot): FoundValue {
  const hasItems = spot.changes.length > 0 && isOpener(bytes[at])
  const items = hasItems ? noItems(bytes[at] === signs.openList) : undefined
  return { start: at, end: at, lead, within: inside?.found, items }
}

function noItems(isList: boolean): Items {
  const starts: number[] = []
  return { isList, starts, ends: [], values: isList ? starts : [], names: [] }
}

/** Steps from the start of an element or member to its value. */
function beginItem(walk: Walk, container: OpenContainer): void {
  const { bytes, at } = walk
  const { items } = container.found
  walk.lead = at
  items?.starts.push(at)
  if (container.closer !== signs.closeObject) {
    const next = container.wanted[container.passed]
    walk.spot = next?.step === container.index ? next : undefined
    if (walk.spot !== undefined) container.passed++
    return
  }
  walk.at = skipName(bytes, at)
  const name = nameAt(bytes, at)
  walk.spot = container.inside.get(name)
  items?.names.push(name)
  items?.values.push(walk.at)
}

/** Steps from the end of a value to the next one in the same array or object, or out of it: then false. */
function nextItem(walk: Walk, container: OpenContainer): boolean {
  const { bytes } = walk
  container.found.items?.ends.push(walk.at)
  walk.at = afterItem(bytes, walk.at, container.closer)
  if (isBehind(bytes, walk.at, container.closer)) {
    container.found.end = walk.at
    walk.inside = container.outer
    return false
  }
  container.index++
  beginItem(walk, container)
  return true
}

/** The name of the member that starts at `at`. */
function nameAt(bytes: Uint8Array, at: number): string {
  const end = skipString(bytes, at)
  const slash = bytes.subarray(at, end).indexOf(signs.backslash)
  return slash < 0 ? decode(bytes, at + 1, end - 1) : String(valueAt(bytes, at, end))
}
