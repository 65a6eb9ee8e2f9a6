import type { Change, Placed } from '../changes/change.ts'
import { memberEdit, RecordEdits } from '../changes/record-edits.ts'
import type { Hiding } from '../contract/hiding.ts'
import type { Entry, Links } from '../contract/store.ts'
import { type JsonObject, memberAt } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { goesForGood, movesIn } from './moves.ts'
import type { Moving } from './moving.ts'
import { newId } from './new-id.ts'

/** Whether no record names a parent. */
export function isRow(entries: readonly Entry[], { parent }: Links): boolean {
  return entries.every(({ value }) => memberAt(value, parent) === undefined)
}

/** The change of records without parents: a new record stands after the turn before it. */
export function inARow(moving: Moving): Omit<Change, 'edits'> {
  const { store, lane, arrivals } = moving
  const { movedFor, removed: leaving } = movesIn(moving)
  const removed = withReplaced(moving, leaving)
  const values = lane.turns.map((index) => itemAt(moving.entries, index).value)
  const placed = arrivals.map((arrival): Placed => {
    const { position, message, why } = arrival
    const before = lane.turns[position - 1]
    const spot = before === undefined ? { before: lane.turns[position] ?? 0 } : { after: before }
    const moved = movedFor.get(arrival)
    const value = moved === undefined ? store.wrap({ message, id: '', lane: values, position }) : undefined
    return { moved, value, why, ...spot }
  })
  return moving.isHiding && store.hiding !== undefined
    ? hiddenInARow(moving, store.hiding, removed, placed)
    : { links: positionEdits(moving, placed), removed, placed }
}

/** The records that go, with those whose place they have taken. */
function withReplaced(
  { store, entries }: Moving,
  removed: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> {
  if (store.replacedBy === undefined) return removed
  const all = new Map(removed)
  for (const [index, why] of removed)
    for (const earlier of store.replacedBy(entries, index)) all.set(earlier, why)
  return all
}

/** The same, but leaving records stay in the file and name the marker that hides them. */
function hiddenInARow(
  { entries, lane }: Moving,
  { mayHide, tag, marker }: Hiding,
  removed: ReadonlyMap<number, string>,
  placed: readonly Placed[],
): Omit<Change, 'edits'> {
  const valueAt = (index: number): JsonObject => itemAt(entries, index).value
  const leaving = [...removed].filter(([, why]) => !goesForGood(why))
  const hidden = new Map(leaving.filter(([index]) => mayHide(valueAt(index))))
  const last = lane.turns.findLast((index) => hidden.has(index))
  const gone = new Map([...removed].filter(([, why]) => goesForGood(why)))
  const links = new RecordEdits()
  if (last === undefined) return { links, removed: gone, placed }
  const why = hidden.get(last) ?? ''
  const seed = [...hidden.keys()].map((index) => JSON.stringify(valueAt(index))).join('\n')
  const id = newId('uuid', seed, () => false)
  for (const [index, reason] of hidden) links.add(index, tag(valueAt(index), id, reason))
  const next = lane.turns[lane.turns.indexOf(last) + 1]
  const value = marker(id, hidden.size, next === undefined ? undefined : valueAt(next))
  return { links, removed: gone, hidden, placed: [{ moved: undefined, value, why, after: last }, ...placed] }
}

/** Members that name a record by its position name the same one, or the next that stays, in the changed file. */
function positionEdits({ store, entries, leaving }: Moving, placed: readonly Placed[]): RecordEdits {
  const edits = new RecordEdits()
  const isBefore = ({ after, before }: Placed, index: number): boolean =>
    after === undefined ? before !== undefined && before <= index : after < index
  const movedTo = (index: number): number => {
    const gone = [...leaving.keys()].filter((other) => other < index).length
    return index - gone + placed.filter((each) => isBefore(each, index)).length
  }
  for (const path of store.links?.positions ?? []) {
    for (const { index, value } of entries) {
      const named = memberAt(value, path)
      if (typeof named !== 'number' || movedTo(named) === named) continue
      const why = placed[0]?.why ?? [...leaving.values()][0] ?? ''
      edits.add(index, memberEdit(value, path, movedTo(named), why))
    }
  }
  return edits
}
