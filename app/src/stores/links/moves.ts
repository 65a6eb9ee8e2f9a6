import type { Arrival } from '../changes/change.ts'
import { reasoningBound } from '../contract/core-rules.ts'
import { itemAt } from '../records/lists.ts'
import type { Moving } from './moving.ts'

/** The records that move to another place unchanged, by their arrival, and those that go for good. */
export function movesIn({ store, entries, arrivals, leaving }: Moving): {
  readonly movedFor: ReadonlyMap<Arrival, number>
  readonly removed: ReadonlyMap<number, string>
} {
  const removed = new Map(leaving)
  const movedFor = new Map<Arrival, number>()
  const byMessage = new Map<string, number[]>()
  for (const index of leaving.keys()) {
    const text = JSON.stringify(store.messageIn(itemAt(entries, index).value)?.message)
    const same = byMessage.get(text)
    if (same === undefined) byMessage.set(text, [index])
    else same.push(index)
  }
  for (const arrival of leaving.size === 0 ? [] : arrivals) {
    const index = byMessage.get(JSON.stringify(arrival.message))?.shift()
    if (index === undefined) continue
    movedFor.set(arrival, index)
    removed.delete(index)
  }
  return { movedFor, removed }
}

/** Loosened reasoning is never hidden: a piece of an answer whose other pieces stay would still be sent with them. */
export function goesForGood(why: string | undefined): boolean {
  return why === reasoningBound
}
