/**
 * Whether a name is of a form in which stars stand for anything.
 *
 * No regular expression: with two stars one takes as long as the square of the name.
 */
export function matches(pattern: string, name: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return pattern === name
  if (name.length < head.length + tail.length || !name.startsWith(head) || !name.endsWith(tail)) return false
  let at = head.length
  for (const piece of rest) {
    const found = name.indexOf(piece, at)
    if (found < 0 || found + piece.length > name.length - tail.length) return false
    at = found + piece.length
  }
  return true
}
