/** The first of so many positions that does not come before what is looked for; those before it come first. */
export function firstFrom(count: number, isBefore: (position: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
