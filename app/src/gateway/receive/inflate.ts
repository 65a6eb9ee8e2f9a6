import type { Duplex } from 'node:stream'
import * as zlib from 'node:zlib'
import { readPieces } from '../../http/exchange.ts'
import { type Unzstd, unzstd } from '../../zstd/unzstd.ts'
import type { Thread } from '../aside/thread.ts'

/** The outcome of an attempt to read a compressed body. */
export type Inflated =
  | { readonly state: 'read'; readonly pieces: readonly Uint8Array[] }
  | { readonly state: 'too-large' | 'no-room' | 'unknown' | 'broken' }

/** How much may be read. */
export interface InflateLimits {
  /** The most bytes that a body may hold. */
  readonly limit: number
  /** Asked for the memory of each piece before the next one is read. */
  readonly take?: (bytes: number) => boolean
  /** The thread for bodies that take long. */
  readonly thread?: Thread
}

type Inflate = (pieces: readonly Buffer[], limits: InflateLimits) => Promise<Inflated>

/** Reads a body by one of Node's decoders; bytes behind its end make it broken: others may read them. */
function decoding(open: () => Duplex & { readonly bytesWritten: number }): Inflate {
  return async (pieces, { limit, take }) => {
    const decoder = open()
    const reading = readPieces(decoder, limit, take)
    for (const piece of pieces) decoder.write(piece)
    decoder.end()
    const read = await reading
    const isAll = decoder.bytesWritten === pieces.reduce((sum, { length }) => sum + length, 0)
    decoder.destroy()
    if (read.state !== 'whole') return { state: read.state === 'gone' ? 'broken' : read.state }
    return isAll ? { state: 'read', pieces: read.pieces } : { state: 'broken' }
  }
}

/** How each encoding of a body is read. */
const encodings: Readonly<Partial<Record<string, Inflate>>> = {
  gzip: decoding(zlib.createGunzip),
  'x-gzip': decoding(zlib.createGunzip),
  deflate: decoding(zlib.createInflate),
  br: decoding(zlib.createBrotliDecompress),
  async zstd(pieces, { limit, take = () => true, thread }) {
    const read = await unzstdBeside(Buffer.concat(pieces), limit, thread)
    if (read.state !== 'read') return { state: read.state === 'too-large' ? 'too-large' : 'broken' }
    return take(read.bytes.length) ? { state: 'read', pieces: [read.bytes] } : { state: 'no-room' }
  },
}

/** So much is read in the loop: the rest of a larger one in the thread, from the start, since its head may say anything. */
const inLoop = 1 << 18

async function unzstdBeside(bytes: Buffer, limit: number, thread: Thread | undefined): Promise<Unzstd> {
  if (bytes.length <= inLoop) {
    const read = unzstd(bytes, Math.min(limit, inLoop))
    if (read.state !== 'too-large' || limit <= inLoop) return read
  }
  return thread === undefined ? unzstd(bytes, limit) : thread.run('unzstd', [bytes], { limit })
}

/** Reads a body by its encoding, within limits. */
export async function inflated(
  pieces: readonly Buffer[],
  encoding: string | undefined,
  limits: InflateLimits,
): Promise<Inflated> {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const [name = '', ...more] = names.filter((each) => each !== '' && each !== 'identity')
  if (name === '') return { state: 'read', pieces }
  const read = more.length === 0 && Object.hasOwn(encodings, name) ? encodings[name] : undefined
  if (read === undefined) return { state: 'unknown' }
  try {
    return await read(pieces, limits)
  } catch {
    return { state: 'broken' }
  }
}
