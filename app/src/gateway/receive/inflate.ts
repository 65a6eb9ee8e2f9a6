import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { type Unzstd, unzstd } from '../../zstd/unzstd.ts'
import type { Thread } from '../aside/thread.ts'

/** The outcome of an attempt to read a compressed body. */
export type Inflated =
  | { readonly state: 'read'; readonly pieces: readonly Uint8Array[] }
  | { readonly state: 'too-large' | 'unknown' | 'broken' }

type Inflate = (bytes: Buffer, limit: number, thread: Thread | undefined) => Promise<Uint8Array>

/** Reads a body by one of Node's decoders; bytes behind its end make it broken: others may read them. */
function whole(
  decoder: (
    bytes: Buffer,
    options: zlib.ZlibOptions,
    done: (error: Error | null, read: Buffer) => void,
  ) => void,
): Inflate {
  return async (bytes, limit) => {
    // With `info` the decoder itself comes beside its output, which the types do not say.
    const read: unknown = await promisify(decoder)(bytes, { maxOutputLength: limit, info: true })
    const { buffer, engine } = read as {
      readonly buffer: Buffer
      readonly engine: { readonly bytesWritten: number }
    }
    if (engine.bytesWritten !== bytes.length) throw new Error('Bytes stand behind the end.')
    return buffer
  }
}

/** How each encoding of a body is read. */
const encodings: Readonly<Partial<Record<string, Inflate>>> = {
  gzip: whole(zlib.gunzip),
  'x-gzip': whole(zlib.gunzip),
  deflate: whole(zlib.inflate),
  br: whole(zlib.brotliDecompress),
  zstd: async (bytes, limit, thread) => {
    const read = await unzstdBeside(bytes, limit, thread)
    if (read.state === 'read') return read.bytes
    throw read.state === 'too-large' ? new RangeError('The body is too large.') : new Error('It is no zstd.')
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

/** Reads a body by its encoding; what it holds must not be larger than the limit. */
export async function inflated(
  pieces: readonly Buffer[],
  encoding: string | undefined,
  limit: number,
  thread?: Thread,
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
    return { state: 'read', pieces: [await read(Buffer.concat(pieces), limit, thread)] }
  } catch (error) {
    const isLarge = error instanceof RangeError || codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
    return { state: isLarge ? 'too-large' : 'broken' }
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
