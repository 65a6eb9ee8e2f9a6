import { createRequire } from 'node:module'
import * as zlib from 'node:zlib'

/** Reads bytes that zstd compressed, up to a size; undefined where they are damaged or hold more. */
export function unzstd(bytes: Uint8Array, most: number): Uint8Array | undefined {
  try {
    const { zstdDecompressSync } = zlib as { zstdDecompressSync?: Inflate }
    return zstdDecompressSync === undefined
      ? slowly(bytes, most)
      : zstdDecompressSync(bytes, { maxOutputLength: most })
  } catch {
    return undefined
  }
}

type Inflate = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array

interface Fzstd {
  readonly Decompress: new (
    take: (piece: Uint8Array) => void,
  ) => {
    push(piece: Uint8Array, isLast: boolean): void
  }
}

const pieceSize = 1 << 16

/** The same where Node has no zstd, before 22.15; loaded only when it is needed. */
function slowly(bytes: Uint8Array, most: number): Uint8Array {
  const { Decompress } = createRequire(import.meta.url)('fzstd') as Fzstd
  const made: Uint8Array[] = []
  let size = 0
  const stream = new Decompress((piece) => {
    size += piece.length
    if (size > most) throw new RangeError('It holds more than it may.')
    made.push(piece)
  })
  // Pieces, so that a few bytes which would become very many are stopped on the way.
  for (let at = 0; at < bytes.length; at += pieceSize)
    stream.push(bytes.subarray(at, at + pieceSize), at + pieceSize >= bytes.length)
  return Buffer.concat(made)
}
