import { createHash } from 'node:crypto'
import type { Splice } from '@mortise/core'
import { quietly } from './failure.ts'
import { type Files, flags } from './files.ts'

/** How long and which bytes: enough to know a content again. */
export interface Fingerprint {
  readonly size: number
  readonly sha256: string
}

/** The content that a file gets: new bytes, or the original with splices (sorted, not touching each other's bytes). */
export type FileContent = { readonly bytes: Uint8Array } | { readonly splices: readonly Splice[] }

const chunkSize = 1 << 26

/** The stretches that make up a content, in order; untouched stretches are views into the original. */
export function piecesOf(original: Uint8Array, content: FileContent): readonly Uint8Array[] {
  if ('bytes' in content) return [content.bytes]
  const pieces: Uint8Array[] = []
  let done = 0
  for (const { start, end, insert } of content.splices) {
    if (start < done || end < start || end > original.length) {
      throw new RangeError(
        `A splice of ${start}..${end} does not follow ${done} in ${original.length} bytes.`,
      )
    }
    pieces.push(original.subarray(done, start), insert)
    done = end
  }
  pieces.push(original.subarray(done))
  return pieces.filter(({ length }) => length > 0)
}

/** The fingerprint of stretches, read one after the other. */
export function fingerprint(pieces: readonly Uint8Array[]): Fingerprint {
  const hash = createHash('sha256')
  let size = 0
  for (const piece of pieces) {
    hash.update(piece)
    size += piece.length
  }
  return { size, sha256: hash.digest('hex') }
}

/** Whether two fingerprints are of the same bytes. */
export function isSame(one: Fingerprint | null, other: Fingerprint | null): boolean {
  return one?.size === other?.size && one?.sha256 === other?.sha256
}

/** Reads a stretch; shorter than asked for where the file ends. */
export function readRange(files: Files, handle: number, start: number, end: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start))
  let done = 0
  while (done < bytes.length) {
    const count = files.read(handle, bytes.subarray(done, done + chunkSize), start + done)
    if (count === 0) break
    done += count
  }
  return bytes.subarray(0, done)
}

/** The fingerprint of the first bytes of an open file, read piece by piece. */
export function fingerprintOfHandle(files: Files, handle: number, size: number): Fingerprint {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(Math.min(size, 1 << 20))
  let done = 0
  while (done < size) {
    const count = files.read(handle, buffer.subarray(0, Math.min(buffer.length, size - done)), done)
    if (count === 0) break
    hash.update(buffer.subarray(0, count))
    done += count
  }
  return { size: done, sha256: hash.digest('hex') }
}

/** Writes all of the bytes, in as many calls as it takes. */
export function writeAll(files: Files, handle: number, bytes: Uint8Array): void {
  let done = 0
  while (done < bytes.length) {
    const count = files.write(handle, bytes.subarray(done, done + chunkSize))
    if (count === 0) throw Object.assign(new Error('Nothing more was written.'), { code: 'ENOSPC' })
    done += count
  }
}

/** Reads a whole file. */
export function readWhole(files: Files, path: string): Uint8Array {
  return withHandle(files, path, flags.read, (handle) =>
    readRange(files, handle, 0, files.statHandle(handle).size),
  )
}

/**
 * Opens a path, does something with the handle, and closes it whatever happens.
 *
 * A close that fails loses nothing: what is written here is synced before.
 */
export function withHandle<Value>(
  files: Files,
  path: string,
  how: number,
  use: (handle: number) => Value,
): Value {
  const handle = files.open(path, how)
  try {
    return use(handle)
  } finally {
    quietly(() => files.close(handle))
  }
}
