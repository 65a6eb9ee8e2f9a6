// Handed to `push` or `splice` one by one, each item takes room on the stack, which ends at some hundred thousand.

/** Puts items at the end of a list. */
export function addAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}

/** A list with items put in at a position. */
export function putAt<Item>(list: readonly Item[], position: number, items: readonly Item[]): Item[] {
  return list.slice(0, position).concat(items, list.slice(position))
}
