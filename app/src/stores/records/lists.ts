/** The element at a position of a list; throws if the list ends before it. */
export function at<Item>(list: readonly Item[], position: number): Item {
  if (position < 0 || position >= list.length)
    throw new RangeError(`There is no element ${position} in a list of ${list.length}.`)
  // Checked above; an element may itself be undefined.
  return list[position] as Item
}
