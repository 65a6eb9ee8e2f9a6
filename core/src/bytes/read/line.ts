import { decode } from '../text/decode.ts'

// Longer white space is not copied beside inserts: of neither is the length bounded.
const longestGap = 512

/** A line that begins within white space. */
export interface Line {
  readonly lineBreak: string
  readonly indent: string
}

/** The last line that begins in white space, if one does. */
export function lineIn(gap: string): Line | undefined {
  const end = gap.lastIndexOf('\n')
  if (end < 0) return undefined
  return { lineBreak: gap[end - 1] === '\r' ? '\r\n' : '\n', indent: gap.slice(end + 1) }
}

/** The line that begins right before a place, if one does. */
export function lineBefore(bytes: Uint8Array, at: number): Line | undefined {
  let start = at
  while (start > 0 && at - start < longestGap && isBlank(bytes[start - 1])) start--
  return lineIn(decode(bytes, start, at))
}

/** The white space behind the byte at `at`. */
export function blanksAfter(bytes: Uint8Array, at: number): string {
  let end = at + 1
  while (end - at <= longestGap && isBlank(bytes[end])) end++
  return decode(bytes, at + 1, end)
}

/** The white space between two values, or a name and its value; undefined where it is too long to be repeated. */
export function gapAt(bytes: Uint8Array, start: number, end: number): string | undefined {
  return end - start > longestGap ? undefined : decode(bytes, start, end)
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
