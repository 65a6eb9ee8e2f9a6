import type { Change, Placed } from './change.ts'
import type { Moving } from './hang.ts'
import { memberAt } from './json.ts'
import { movesIn } from './moves.ts'
import { memberEdit, RecordEdits } from './record-edits.ts'
import type { Entry, Links } from './store.ts'

/** Whether no record says what it hangs on. */
export function isRow(entries: readonly Entry[], { parent }: Links): boolean {
  return entries.every(({ value }) => memberAt(value, parent) === undefined)
}

/** Records that only stand in a row: what comes stands after the turn before it. */
export function inARow(moving: Moving): Omit<Change, 'edits'> {
  const { store, lane, arrivals } = moving
  const { homes, removed } = movesIn(moving)
  const values = lane.turns.map((index) => (moving.entries[index] as Entry).value)
  const placed = arrivals.map((arrival): Placed => {
    const { position, message, why } = arrival
    const before = lane.turns[position - 1]
    const spot = before === undefined ? { before: lane.turns[position] ?? 0 } : { after: before }
    const moved = homes.get(arrival)
    const value = moved === undefined ? store.wrap({ message, id: '', lane: values, position }) : undefined
    return { moved, value, why, ...spot }
  })
  return { links: positionEdits(moving, placed), removed, placed }
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
