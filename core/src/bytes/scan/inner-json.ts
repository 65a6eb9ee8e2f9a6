import { decode } from '../text/decode.ts'
import { character } from './characters.ts'

/** Whether a string, from after its opening quote to its closing one, is JSON in itself, and holds no escaped code. */
export function isJson(bytes: Uint8Array, start: number, end: number): boolean {
  if (hasCode(bytes, start, end)) return false
  try {
    JSON.parse(JSON.parse(decode(bytes, start - 1, end + 1)) as string)
    return true
  } catch {
    return false
  }
}

/** Whether a string holds an escape of a character by its code. It must not be looked for beyond its end. */
function hasCode(bytes: Uint8Array, start: number, end: number): boolean {
  const string = bytes.subarray(start, end)
  let at = string.indexOf(character.backslash)
  while (at >= 0) {
    if (string[at + 1] === character.lowerU) return true
    at = string.indexOf(character.backslash, at + 2)
  }
  return false
}
