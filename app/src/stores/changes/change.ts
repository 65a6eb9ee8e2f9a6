import type { Edit, Plan } from '@mortise/core'
import type { Entry, Lane, Store } from '../contract/store.ts'
import { movesIn } from '../links/moves.ts'
import type { Moving } from '../links/moving.ts'
import { reparent } from '../links/reparent.ts'
import type { JsonObject } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { mayTakeOver } from './kept-words.ts'
import { RecordEdits } from './record-edits.ts'

/** A record that comes into a file, or moves in it. */
export interface Placed {
  /** The record that moves; undefined for a new one. */
  readonly moved: number | undefined
  /** The new record. */
  readonly value: JsonObject | undefined
  /** The line that it stands after or before; neither: at the end of the file. */
  readonly after?: number
  readonly before?: number
  readonly why: string
}

/** A change of the records of a file. */
export interface Change {
  /** Edits inside records that change messages. */
  readonly edits: RecordEdits
  /** Edits inside records that change ids and parents. */
  readonly links: RecordEdits
  /** The records that go, with the rule that asked for it. */
  readonly removed: ReadonlyMap<number, string>
  /** The records that stay in the file, but not in the conversation. */
  readonly hidden?: ReadonlyMap<number, string>
  readonly placed: readonly Placed[]
}

/** Whether records before the last one come, go or move, so that positions would name other records. */
export function isShifting({ placed, removed }: Change, entries: readonly Entry[]): boolean {
  const isLast = ({ moved, after, before }: Placed): boolean =>
    moved === undefined && before === undefined && (after === undefined || after === entries.length - 1)
  return removed.size > 0 || !placed.every(isLast)
}

/** A message that is to stand before the turn at a position of its lane. */
export interface Arrival {
  readonly position: number
  readonly message: unknown
  readonly why: string
}

/** The wishes for a change besides its plan. */
export interface Besides {
  /** Records that leave the conversation stay in the file, as a branch that is not sent. */
  readonly isHiding?: boolean
  /** Other records that go, with the rule that asked for it. */
  readonly leaving?: ReadonlyMap<number, string>
}

/** Turns a plan for the messages of a lane into a change of the records of the file. */
export function changeOf(
  store: Store,
  entries: readonly Entry[],
  lane: Lane,
  plan: Plan,
  { isHiding = false, leaving: others = new Map() }: Besides = {},
): Change {
  const edits = new RecordEdits()
  const leaving = new Map(others)
  const arrivals: Arrival[] = []
  for (const edit of plan.edits) {
    const [turn, ...path] = edit.at
    const index = lane.turns[turn as number] ?? -1
    const arrival = arrivalOf(store, entries[index], edit)
    if (arrival !== undefined) arrivals.push(arrival)
    else if (path.length === 0 && edit.do === 'remove') leaving.set(index, edit.why)
    else edits.add(index, { ...edit, at: [...messagePath(store, entries[index]), ...path] })
  }
  const moving = { store, entries, lane, leaving, arrivals: arrivals.sort(byPosition), isHiding }
  return { edits, ...reparent(inPlace(moving, edits)) }
}

/**
 * Puts a new message into the record of the message that it replaces; other records still come and go.
 *
 * Words that were kept of a call or result have no record but its own: labels and compactions name it.
 */
function inPlace(moving: Moving, edits: RecordEdits): Moving {
  const { entries, lane } = moving
  const { movedFor, removed } = movesIn(moving)
  const leaving = new Map(moving.leaving)
  const records = lane.turns.map((index) => itemAt(entries, index).value)
  let next = 0
  const arrivals = moving.arrivals.flatMap((arrival): Arrival[] => {
    next = Math.max(next, arrival.position)
    const there = { ...arrival, position: next }
    const index = lane.turns[next] ?? -1
    const isFree = removed.get(index) === arrival.why && !movedFor.has(arrival)
    const isOwn = isFree && mayTakeOver(moving.store, itemAt(records, next), arrival.message)
    const edit = isOwn ? replacement(moving.store, there, records) : undefined
    if (edit === undefined) return [there]
    edits.add(index, edit)
    leaving.delete(index)
    next++
    return []
  })
  return { ...moving, arrivals, leaving }
}

/** The edit that puts a new message into the record at its position; undefined where that cannot be. */
function replacement(store: Store, arrival: Arrival, records: readonly JsonObject[]): Edit | undefined {
  const { position, message, why } = arrival
  const record = itemAt(records, position)
  const made = store.wrap({ message, id: '', lane: records, position })
  const [own, other] = [store.messageIn(record), store.messageIn(made)]
  // A record that is its message has nothing else to keep.
  if (own === undefined || own.path.length === 0 || other === undefined) return undefined
  if (record.type !== made.type) return undefined
  return { do: 'replace', at: own.path, from: own.message, value: other.message, why }
}

function byPosition(left: Arrival, right: Arrival): number {
  return left.position - right.position
}

/** The message that an edit brings into the lane: a new turn, or a part that gets a record of its own. */
function arrivalOf({ apart, messageIn }: Store, entry: Entry | undefined, edit: Edit): Arrival | undefined {
  const [turn, ...path] = edit.at
  if (edit.do !== 'insert') return undefined
  const { value, why } = edit
  const position = turn as number
  if (path.length === 0) return { position, message: value, why }
  const message = entry === undefined ? undefined : apart?.(value, entry.value)
  const place = path.pop()
  if (entry === undefined || message === undefined || typeof place !== 'number') return undefined
  if (place === 0) return { position, message, why }
  const list = listAt(messageIn(entry.value)?.message, path)
  return place === list.length ? { position: position + 1, message, why } : undefined
}

function listAt(message: unknown, path: readonly (string | number)[]): readonly unknown[] {
  let value: unknown = message
  for (const step of path) value = (value as Readonly<Record<string | number, unknown>> | undefined)?.[step]
  return Array.isArray(value) ? value : []
}

function messagePath(store: Store, entry: Entry | undefined): readonly string[] {
  return entry === undefined ? [] : (store.messageIn(entry.value)?.path ?? [])
}
