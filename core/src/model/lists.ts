// Handed to `push` or `splice` one by one, each item takes room on the stack, which ends at some hundred thousand.

/** Puts items at the end of a list. */
export function addAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}

/** A list with items put in at a position. */
export function putAt<Item>(list: readonly Item[], position: number, items: readonly Item[]): Item[] {
  return list.slice(0, position).concat(items, list.slice(position))
}

/**
 * The item at a position that is known to be in the list; a position outside it is a bug, and throws.
 *
 * Not for inner loops: one function that reads lists of all kinds reads each of them slowly. Loops over bytes, turns
 * and tables of numbers read `list[position] as Item`.
 */
export function at<Item>(list: ArrayLike<Item>, position: number): Item {
  if (position < 0 || position >= list.length)
    throw new RangeError(`A list of ${list.length} has no item ${position}.`)
  return list[position] as Item
}

/** The last item of a list that is known to have one; an empty list is a bug, and throws. */
export function lastOf<Item>(list: ArrayLike<Item>): Item {
  return at(list, list.length - 1)
}

/** Adds to a list of a map, making it where there is none. */
export function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/** Adds to a set of a map, making it where there is none. */
export function include<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = map.get(key)
  if (set === undefined) map.set(key, new Set([value]))
  else set.add(value)
}
