/** How many bytes the byte order mark of UTF-8 takes. */
export const byteOrderMarkLength = 3

/** Whether the byte order mark of UTF-8 stands here. */
export function hasByteOrderMark(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf
}
