/** The number of members that an object has. */
export function memberCount(object: object): number {
  let count = 0
  for (const _ in object) count++
  return count
}
