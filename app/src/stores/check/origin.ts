import type { Origin, Progress, Rulebook } from '@mortise/core'
import { isCall, partsIn } from '../clean/denied-parts.ts'
import { copingsOf, type Sent } from '../contract/coping.ts'
import { callWithoutResult } from '../contract/core-rules.ts'
import type { Entry, Lane, Store } from '../contract/store.ts'
import { treeOf } from '../links/links.ts'
import { isRow } from '../links/row.ts'
import { itemAt } from '../records/lists.ts'
import { rulebookNamed } from './rulebook.ts'
import { type Sending, seatsOf } from './seats.ts'

/** The facts about the records around a conversation that the engine needs; they are read once it asks. */
export function originOf(
  store: Store,
  entries: readonly Entry[],
  lane: Lane,
  api: string | Rulebook,
  sent: Sent = {},
): Origin {
  let beside: Beside | undefined
  const besideNow = (): Beside => {
    beside ??= readBeside(store, entries, lane)
    return beside
  }
  let progress: ReadonlyMap<string, Progress | undefined> | undefined
  let seats: ReturnType<typeof seatsOf> | undefined
  return {
    model: lastModel(store, entries, lane),
    seatOf({ index }, part) {
      seats ??= seatsOf(turnsIn(store, entries, lane), sendingTo(store, api, sent))
      return seats(index, part)
    },
    progressOf(id) {
      progress ??= new Map(entries.flatMap(({ value }) => store.progressIn?.(value) ?? []))
      return progress.get(id)
    },
    isCalledElsewhere: (id) => besideNow().ids.has(id),
    isCalledBetween(from, to) {
      const { before } = besideNow()
      return (before[to] ?? 0) > (before[from] ?? 0)
    },
  }
}

/** The model that a conversation is sent to next: the one that answered last. */
export function lastModel(
  { modelIn }: Store,
  entries: readonly Entry[],
  { turns, model: told }: Lane,
): string | undefined {
  if (told !== undefined) return told
  for (let at = turns.length - 1; modelIn !== undefined && at >= 0; at--) {
    const model = modelIn(itemAt(entries, itemAt(turns, at)).value)
    if (model !== undefined) return model
  }
  return undefined
}

function turnsIn({ format, messageIn }: Store, entries: readonly Entry[], { turns }: Lane): Turn[] {
  return turns.map((turn, position) =>
    format.readTurn(messageIn(itemAt(entries, turn).value)?.message, position, [], []),
  )
}

type Turn = ReturnType<Store['format']['readTurn']>

/** How the turns of a session are sent to an API. */
function sendingTo(store: Store, api: string | Rulebook, sent: Sent): Sending {
  const { name, format } = rulebookNamed(api)
  return {
    wire: format,
    joins: store.joins?.(format) ?? 'none',
    isAnswering: copingsOf(store, name, sent).has(callWithoutResult),
  }
}

/** The calls that are not sent: of turns that failed, were compacted, or stand on other branches. */
interface Beside {
  readonly ids: ReadonlySet<string>
  /** Of each turn, how many records with such calls stand on the way to it. */
  readonly before: readonly number[]
}

function readBeside(store: Store, entries: readonly Entry[], { turns }: Lane): Beside {
  const isOwn = new Set(turns)
  const ids = new Set<string>()
  const calling = new Set<number>()
  for (const { index, value } of entries) {
    const calls = isOwn.has(index) ? [] : partsIn(store, store.messageIn(value)?.message).filter(isCall)
    for (const { id } of calls) if (id !== undefined) ids.add(id)
    if (calls.length > 0) calling.add(index)
  }
  const parentOf = parentsOf(store, entries)
  let count = 0
  const before = turns.map((turn) => {
    for (const index of untilOwn(turn, parentOf, isOwn)) if (calling.has(index)) count++
    return count
  })
  return { ids, before }
}

type ParentOf = (index: number) => number | undefined

/** The parent of each record; where records have no parents, the record before it. */
function parentsOf({ links }: Store, entries: readonly Entry[]): ParentOf {
  return links === undefined || isRow(entries, links) ? (index) => index - 1 : treeOf(entries, links).parentOf
}

/** The records before a turn, back to the turn that it follows. */
function untilOwn(turn: number, parentOf: ParentOf, isOwn: ReadonlySet<number>): ReadonlySet<number> {
  const way = new Set<number>()
  for (let at = parentOf(turn); at !== undefined && at >= 0 && !isOwn.has(at); at = parentOf(at)) {
    // A cycle of parents has no end.
    if (way.has(at)) break
    way.add(at)
  }
  return way
}
