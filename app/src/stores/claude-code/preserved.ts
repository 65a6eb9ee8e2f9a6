import type { Entry, Stretch } from '../contract/store.ts'
import type { Tree } from '../links/links.ts'
import { memberAt, nonEmpty } from '../records/json.ts'
import { isBoundary } from './record.ts'

const segment = ['compactMetadata', 'preservedSegment']
const messages = ['compactMetadata', 'preservedMessages']

/** The members of a boundary that name the turns which are still sent as they were. */
export const preservedStretch: Stretch = {
  first: [...segment, 'headUuid'],
  last: [...segment, 'tailUuid'],
  lists: [
    [...messages, 'uuids'],
    [...messages, 'allUuids'],
  ],
  holders: [segment, messages],
}

/** The members that name the record which preserved turns follow. */
export const preservedAnchors: readonly (readonly string[])[] = [
  [...segment, 'anchorUuid'],
  [...messages, 'anchorUuid'],
]

/**
 * The parents of records that the last compaction moved, without writing them anew.
 *
 *     before:  u1 ── a1 ── u2 ── a2      boundary ── summary ── u3
 *     loaded:  boundary ── summary ── u2 ── a2 ── u3
 *
 * Only the last boundary counts. Where it names a record that is not there, the parents are as they are written.
 */
export function relinked(entries: readonly Entry[], tree: Tree): ReadonlyMap<number, number> {
  const nothing = new Map<number, number>()
  const boundary = entries.findLast(({ value }) => isBoundary(value))
  const preserved = boundary && preservedBy(boundary, tree)
  if (boundary === undefined || preserved === undefined) return nothing
  const { anchor, stretch } = preserved
  const parents = new Map(stretch.map((index, position) => [index, stretch[position - 1] ?? anchor]))
  if (parents.size < stretch.length || isFollowedBy(anchor, parents, tree)) return nothing
  for (const { index } of entries) {
    const isOther = tree.parentOf(index) === anchor && index !== boundary.index
    if (isOther && !parents.has(index)) parents.set(index, stretch.at(-1) as number)
  }
  return parents
}

interface Preserved {
  readonly anchor: number
  /** The preserved turns, first to last. */
  readonly stretch: readonly number[]
}

function preservedBy({ value }: Entry, tree: Tree): Preserved | undefined {
  const find = (path: readonly string[]): number | undefined =>
    tree.find(nonEmpty(memberAt(value, path)) ?? '')
  const ids = memberAt(value, [...messages, 'uuids'])
  const isListed = Array.isArray(ids) && ids.length > 0
  const anchor = find([...(isListed ? messages : segment), 'anchorUuid'])
  const stretch = isListed
    ? positionsOf(ids, tree)
    : between(find(preservedStretch.first), find(preservedStretch.last), tree)
  return anchor === undefined || stretch === undefined ? undefined : { anchor, stretch }
}

function positionsOf(ids: readonly unknown[], tree: Tree): readonly number[] | undefined {
  const positions = ids.flatMap((id) => tree.find(nonEmpty(id) ?? '') ?? [])
  return positions.length === ids.length ? positions : undefined
}

/** The records from one back to another that it follows, first to last. */
function between(
  first: number | undefined,
  last: number | undefined,
  tree: Tree,
): readonly number[] | undefined {
  const way = new Set<number>()
  for (let at = last; at !== undefined && !way.has(at); at = tree.parentOf(at)) {
    way.add(at)
    if (at === first) return [...way].reverse()
  }
  return undefined
}

/** Whether a record follows one of those that are to follow it. */
function isFollowedBy(anchor: number, parents: ReadonlyMap<number, number>, tree: Tree): boolean {
  const way = new Set<number>()
  for (let at: number | undefined = anchor; at !== undefined && !way.has(at); at = tree.parentOf(at)) {
    if (parents.has(at)) return true
    way.add(at)
  }
  return false
}
