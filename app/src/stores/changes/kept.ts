import type { Entry, Lane, Store } from '../contract/store.ts'
import { memberAt } from '../records/json.ts'
import type { Change } from './change.ts'

/** A conversation and the records that it is in. */
export interface Talk {
  readonly entries: readonly Entry[]
  readonly lane: Lane | undefined
}

/** Whether a conversation, opened again, still has all turns that a change leaves and brings, and none that it hides. */
export function isKept({ links }: Store, before: Talk, change: Change, after: Talk): boolean {
  const { removed, placed, hidden = new Map<number, string>() } = change
  const staying = (before.lane?.turns ?? []).filter((index) => !removed.has(index) && !hidden.has(index))
  const coming = placed.flatMap(({ value }) => value ?? [])
  const turns = after.lane?.turns ?? []
  if (links === undefined) return turns.length >= staying.length + coming.length
  const valueAt = ({ entries }: Talk, index: number): unknown => entries[index]?.value
  const there = new Set(turns.map((index) => memberAt(valueAt(after, index), links.id)))
  const wanted = [...staying.map((index) => valueAt(before, index)), ...coming]
  return (
    wanted.every((value) => there.has(memberAt(value, links.id))) &&
    ![...hidden.keys()].some((index) => there.has(memberAt(valueAt(before, index), links.id)))
  )
}

/**
 * Whether a conversation, opened again, has no turn that it did not have and that a change does not bring.
 *
 * `others`: records that may come to be turns of it.
 */
export function isAlone(
  { links }: Store,
  before: Talk,
  { placed }: Change,
  after: Talk,
  others: readonly number[],
): boolean {
  if (links === undefined) return true
  const idAt = ({ entries }: Talk, index: number): unknown => memberAt(entries[index]?.value, links.id)
  const known = new Set([
    ...[...(before.lane?.turns ?? []), ...others].map((index) => idAt(before, index)),
    ...placed.map(({ value }) => memberAt(value, links.id)),
  ])
  return (after.lane?.turns ?? []).every((index) => known.has(idAt(after, index)))
}
