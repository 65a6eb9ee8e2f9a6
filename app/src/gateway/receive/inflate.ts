import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { Decompress } from 'fzstd'

/** The outcome of an attempt to read a compressed body. */
export type Inflated =
  | { readonly state: 'read'; readonly pieces: readonly Uint8Array[] }
  | { readonly state: 'too-large' | 'unknown' | 'broken' }

type Inflate = (bytes: Buffer, limit: number) => Promise<Uint8Array>

const gunzip = promisify(zlib.gunzip)
const inflate = promisify(zlib.inflate)
const brotli = promisify(zlib.brotliDecompress)

/** How each encoding of a body is read. */
const encodings: Readonly<Record<string, Inflate>> = {
  gzip: (bytes, limit) => gunzip(bytes, { maxOutputLength: limit }),
  'x-gzip': (bytes, limit) => gunzip(bytes, { maxOutputLength: limit }),
  deflate: (bytes, limit) => inflate(bytes, { maxOutputLength: limit }),
  br: (bytes, limit) => brotli(bytes, { maxOutputLength: limit }),
  // zlib has it from Node 22.15 on.
  zstd: async (bytes, limit) => unzstd(bytes, limit),
}

/** Reads a body by its encoding; what it holds must not be larger than the limit. */
export async function inflated(
  pieces: readonly Buffer[],
  encoding: string | undefined,
  limit: number,
): Promise<Inflated> {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const [name = '', ...more] = names.filter((each) => each !== '' && each !== 'identity')
  if (name === '') return { state: 'read', pieces }
  const read = more.length === 0 ? encodings[name] : undefined
  if (read === undefined) return { state: 'unknown' }
  try {
    return { state: 'read', pieces: [await read(Buffer.concat(pieces), limit)] }
  } catch (error) {
    const isLarge = error instanceof RangeError || codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
    return { state: isLarge ? 'too-large' : 'broken' }
  }
}

/** The room that the first frame of zstd asks for, by its header; a few bytes may ask for gigabytes. */
function zstdRoom(bytes: Buffer): number {
  const head = Buffer.concat([bytes.subarray(0, 18), Buffer.alloc(18)])
  if (head.readUInt32LE(0) !== 0xfd2fb528) return 0
  const flags = head.readUInt8(4)
  const isSingle = (flags & 0x20) !== 0
  if (!isSingle) {
    const window = head.readUInt8(5)
    return 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8)
  }
  const at = 5 + ([0, 1, 2, 4][flags & 3] ?? 0)
  const sizes = [head.readUInt8(at), head.readUInt16LE(at) + 256, head.readUInt32LE(at)]
  return sizes[flags >> 6] ?? Number(head.readBigUInt64LE(at))
}

function unzstd(bytes: Buffer, limit: number): Uint8Array {
  // A window may be larger than what it holds, and encoders like 8 MB.
  if (zstdRoom(bytes) > Math.max(limit, 1 << 23)) throw new RangeError('The body is too large.')
  const made: Uint8Array[] = []
  let size = 0
  const stream = new Decompress((piece) => {
    size += piece.length
    if (size > limit) throw new RangeError('The body is too large.')
    made.push(piece)
  })
  // Pieces, so that a small body which claims to be huge is stopped on the way.
  for (let at = 0; at < bytes.length; at += 65_536)
    stream.push(bytes.subarray(at, at + 65_536), at + 65_536 >= bytes.length)
  return Buffer.concat(made)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
