/** The position behind the byte order mark of UTF-8 that stands at `at`; `at` itself where none does. */
export function skipByteOrderMark(bytes: Uint8Array, at: number): number {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf ? at + 3 : at
}
