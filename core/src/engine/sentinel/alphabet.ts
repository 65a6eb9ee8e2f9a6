/** By its code, whether a character may not stand in an id; undefined where any may. */
export type Alphabet = Uint8Array | undefined

const alphabets = new Map<string, Uint8Array>()

/** The characters that a pattern does not allow, where it is the same for every position; made once. */
export function alphabetOf(pattern: string): Uint8Array {
  const known = alphabets.get(pattern)
  if (known !== undefined) return known
  const test = new RegExp(pattern)
  const made = new Uint8Array(0x10000).fill(1)
  // Nine at a time suits a pattern of fixed length as well as one of any length.
  for (let code = 0; code < 128; code++) made[code] = test.test(String.fromCharCode(code).repeat(9)) ? 0 : 1
  alphabets.set(pattern, made)
  return made
}

/** Where any character may stand. */
export const anything: Uint8Array = new Uint8Array(0x10000)

/** Whether an id has only characters of an alphabet. */
export function isSpelledIn(id: string, bad: Uint8Array): boolean {
  const whole = id.length & ~3
  let found = 0
  let index = 0
  // Four at a time: the processor reads them side by side.
  for (; index < whole; index += 4) found |= fourOf(bad, id, index)
  for (; index < id.length; index++) found |= bad[id.charCodeAt(index)] as number
  return found === 0
}

function fourOf(bad: Uint8Array, id: string, index: number): number {
  return (
    (bad[id.charCodeAt(index)] as number) |
    (bad[id.charCodeAt(index + 1)] as number) |
    (bad[id.charCodeAt(index + 2)] as number) |
    (bad[id.charCodeAt(index + 3)] as number)
  )
}
