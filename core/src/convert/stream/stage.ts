import type { NeutralEvent } from '../../model/neutral-stream.ts'

/** A step between the reader and the writer of a stream: takes one event, gives the events that go on. */
export type Stage = (event: NeutralEvent) => readonly NeutralEvent[]

/** Several stages as one. Nearly every event stays one event, so no list is made for it. */
export function inOrder(stages: readonly Stage[]): Stage {
  return (event) => {
    let events: readonly NeutralEvent[] = [event]
    for (const stage of stages) events = passed(events, stage)
    return events
  }
}

/** The outcomes of all items, in one list. */
export function passed<Item, Out>(
  items: readonly Item[],
  step: (item: Item) => readonly Out[],
): readonly Out[] {
  const [only] = items
  if (only !== undefined && items.length === 1) return step(only)
  return items.length === 0 ? [] : items.flatMap(step)
}
