/**
 * Splits chunks of bytes into lines, as many at a time as a chunk completes.
 *
 * A line may be of any length: its pieces are joined once, when its end is seen.
 */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> {
  let pieces: Buffer[] = []
  for await (const chunk of chunks) {
    const lines: Buffer[] = []
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const last = chunk.subarray(start, end)
      lines.push(pieces.length === 0 ? last : Buffer.concat([...pieces, last]))
      pieces = []
      start = end + 1
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start))
    yield lines
  }
  if (pieces.length > 0) yield [Buffer.concat(pieces)]
}

/** Whether there is nothing but white space. */
export function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x0a) return false
  return true
}
