import type { Placed } from '../changes/change.ts'
import { memberEdit, type RecordEdits, unsetEdit } from '../changes/record-edits.ts'
import type { Entry, Links, Stretch } from '../contract/store.ts'
import { memberAt } from '../records/json.ts'
import type { Tree } from './links.ts'

/** Records of which some go, and some come between others. */
interface Going {
  readonly entries: readonly Entry[]
  readonly links: Links
  readonly tree: Tree
  readonly removed: ReadonlyMap<number, string>
  readonly placed: readonly Placed[]
}

/** The same, with the ids of the new records that a record follows right away, first to last. */
interface Changing extends Going {
  arrivedBefore(index: number): readonly string[]
}

/** Updates the members that name a stretch to the records that it has after the change. */
export function moveStretches(
  going: Going,
  edits: RecordEdits,
  parentIdOf: (index: number) => string | undefined,
): void {
  const { entries, links, removed } = going
  if (links.stretches === undefined) return
  const changing = { ...going, arrivedBefore: arrivalsBefore(going, parentIdOf) }
  for (const stretch of links.stretches)
    for (const entry of entries) if (!removed.has(entry.index)) moveStretch(entry, stretch, changing, edits)
}

function arrivalsBefore(
  { placed, links }: Going,
  parentIdOf: (index: number) => string | undefined,
): Changing['arrivedBefore'] {
  const parents = new Map(
    placed.flatMap(({ value }) =>
      value === undefined ? [] : [[memberAt(value, links.id), memberAt(value, links.parent)] as const],
    ),
  )
  return (index) => {
    const ids: string[] = []
    let id: unknown = parentIdOf(index)
    while (typeof id === 'string' && parents.has(id)) {
      ids.push(id)
      id = parents.get(id)
    }
    return ids.reverse()
  }
}

function moveStretch(entry: Entry, stretch: Stretch, going: Changing, edits: RecordEdits): void {
  const { value, index } = entry
  const idsNow = (ids: readonly unknown[]): readonly unknown[] => ids.flatMap((id) => nowOf(id, going))
  const lists = stretch.lists.flatMap((path) => {
    const ids = memberAt(value, path)
    return Array.isArray(ids) ? [{ path, ids: ids as readonly unknown[] }] : []
  })
  const before = lists[0]?.ids ?? idsBetween(value, stretch, going.tree)
  const now = idsNow(before)
  if (before.length === 0 || isSame(before, now)) return
  const why = whyOf(before, going)
  if (now.length === 0) {
    for (const path of stretch.holders) for (const edit of unsetEdit(value, path, why)) edits.add(index, edit)
    return
  }
  for (const { path, ids } of lists) {
    if (!isSame(ids, idsNow(ids))) edits.add(index, memberEdit(value, path, idsNow(ids), why))
  }
  for (const [path, id] of [
    [stretch.first, now[0]],
    [stretch.last, now.at(-1)],
  ] as const) {
    const named = memberAt(value, path)
    if (named !== undefined && named !== id) edits.add(index, memberEdit(value, path, id, why))
  }
}

/** The ids that stand for one of a stretch: none if its record goes, and those of records that came before it too. */
function nowOf(id: unknown, { tree, removed, arrivedBefore }: Changing): readonly unknown[] {
  const index = typeof id === 'string' ? tree.find(id) : undefined
  if (index === undefined) return [id]
  return removed.has(index) ? [] : [...arrivedBefore(index), id]
}

/** The ids of a stretch of which only the ends are named. */
function idsBetween(value: Entry['value'], stretch: Stretch, tree: Tree): readonly unknown[] {
  const find = (path: readonly string[]): number | undefined => {
    const id = memberAt(value, path)
    return typeof id === 'string' ? tree.find(id) : undefined
  }
  const first = find(stretch.first)
  const way = new Set<number>()
  for (let at = find(stretch.last); at !== undefined && !way.has(at); at = tree.parentOf(at)) {
    way.add(at)
    if (at === first) return [...way].reverse().map((index) => tree.idOf(index))
  }
  return []
}

function whyOf(ids: readonly unknown[], { tree, removed }: Going): string {
  const gone = ids.map((id) => (typeof id === 'string' ? tree.find(id) : undefined))
  return gone.map((index) => removed.get(index ?? -1)).find((why) => why !== undefined) ?? ''
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((id, position) => id === right[position])
}
