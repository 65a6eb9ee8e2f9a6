import { character } from './characters.ts'

/**
 * Whether part of a JSON string surely holds a character that is not white space.
 *
 * A text with ink is not blank, whatever else is in it. What is in doubt is no ink.
 */
export function hasInk(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start
  while (at < end) {
    const byte = bytes[at] as number
    if (byte === character.backslash) {
      const escaped = bytes[at + 1] as number
      if (isInkEscaped(escaped)) return true
      at += escaped === character.lowerU ? 6 : 2
    } else {
      if (byte < character.delete ? byte > character.space : isWideInk(bytes, at)) return true
      at++
    }
  }
  return false
}

/** A quote, a backslash or a slash. */
function isInkEscaped(byte: number): boolean {
  return byte === character.quote || byte === character.backslash || byte === character.slash
}

/**
 * Whether a character beyond ASCII starts here, in a part of Unicode that holds no white space.
 *
 * White space stands in U+0080–U+00BF (`c2`), U+1680–U+180E (`e1`), U+2000–U+206F (`e2 80`, `e2 81`),
 * U+3000 (`e3 80`) and at U+FEFF (`ef`).
 */
function isWideInk(bytes: Uint8Array, at: number): boolean {
  const lead = bytes[at] as number
  if (lead === 0xe2) return (bytes[at + 1] as number) > 0x81
  if (lead === 0xe3) return (bytes[at + 1] as number) > 0x80
  return (lead > 0xc2 && lead < 0xe1) || (lead > 0xe3 && lead < 0xee) || lead > 0xef
}
