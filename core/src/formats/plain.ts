/** Whether a text holds more than white space. */
export function hasWords(text: string): boolean {
  const first = text.length > 0 ? text.charCodeAt(0) : 32
  // Most texts start with a letter; only where one does not is all of it looked at.
  return (first > 32 && first < 127) || text.trim() !== ''
}

/** The number of members that an object has. */
export function memberCount(object: object): number {
  let count = 0
  for (const _ in object) count++
  return count
}
