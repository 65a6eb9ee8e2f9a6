/** The item at a position of a list; throws if the list has no such position. */
export function itemAt<Item>(list: readonly Item[], position: number): Item {
  if (!Number.isInteger(position) || position < 0 || position >= list.length)
    throw new RangeError(`A list of ${list.length} has no position ${position}.`)
  // An item may itself be undefined, so the position is checked and not the item.
  return list[position] as Item
}
