/** Lower bound: the first of `count` positions that does not come before the target; all that come before it stand first. */
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
