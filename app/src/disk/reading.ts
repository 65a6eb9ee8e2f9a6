import type { Machine, Packing } from './around.ts'
import { type Fingerprint, fingerprint, readRange, withHandle } from './bytes.ts'
import { DiskError, type DiskOutcome, during, outcomeOf } from './failure.ts'
import { type Files, flags, type Stat } from './files.ts'
import { rowPathIn } from './sqlite/row-path.ts'
import { rowPlaceOf, rowReadingOf } from './sqlite/shelf.ts'
import type { Target } from './target.ts'

/** A file as it was read: what is planned on, and what the file is compared with before it is replaced. */
export interface FileReading {
  readonly target: Target
  /** The file when reading began; `bytes` are those that it had then. */
  readonly stat: Stat
  readonly bytes: Uint8Array
  readonly print: Fingerprint
}

/** How a file stands to what was read of it. */
export type Drift = 'same' | 'grown' | 'changed'

/** The largest file that is read: what is made of it has to stand in memory beside it. */
const largest = 1 << 30

/** So much of the end is compared right before the swap: all of an ordinary session. */
const tailSize = 1 << 20

/** Reads a file whole. */
export function readTarget(around: Machine, target: Target): DiskOutcome<FileReading> {
  return outcomeOf({ verb: 'read', path: target.path, exit: 4 }, () => {
    const rows = rowPathIn(target.path)
    return rows === undefined ? readingOf(around, target) : rowReadingOf(around, rowPlaceOf(around, rows))
  })
}

/** The same, for use inside a step: failures are thrown. */
export function readingOf(around: Machine, target: Target): FileReading {
  const { files } = around
  return during({ verb: 'read', path: target.path, exit: 4 }, () =>
    withHandle(files, target.path, flags.read, (handle) => {
      const stat = files.statHandle(handle)
      if (stat.kind !== 'file') throw Object.assign(new Error('No file.'), { code: 'EISDIR' })
      refuseHuge(target.path, stat)
      const held = readRange(files, handle, 0, stat.size)
      if (held.length < stat.size) throw shrunk(target.path)
      const bytes = packingOf(around, target.path)?.unpack(held, target.path) ?? held
      return { target, stat, bytes, print: fingerprint([bytes]) }
    }),
  )
}

/** The bytes of an open file, to be read in any order. */
export interface OpenBytes {
  /** Fills `into` with what stands from a position on; returns how many bytes there were. */
  read(into: Uint8Array, position: number): number
  whole(): Uint8Array
}

/** Runs something on an open file, and closes the file afterwards. */
export function withOpenFile<Value>(
  around: Machine,
  path: string,
  run: (bytes: OpenBytes) => Value,
): DiskOutcome<Value> {
  const { files } = around
  return outcomeOf({ verb: 'read', path, exit: 4 }, () => {
    const rows = rowPathIn(path)
    if (rows !== undefined) return run(heldBytes(rowReadingOf(around, rowPlaceOf(around, rows)).bytes))
    return withHandle(files, path, flags.read, (handle) => {
      refuseHuge(path, files.statHandle(handle))
      const packing = packingOf(around, path)
      if (packing !== undefined)
        return run(
          heldBytes(packing.unpack(readRange(files, handle, 0, files.statHandle(handle).size), path)),
        )
      const read = (into: Uint8Array, position: number): number => files.read(handle, into, position)
      return run({ read, whole: () => readRange(files, handle, 0, files.statHandle(handle).size) })
    })
  })
}

function packingOf({ packings }: Machine, path: string): Packing | undefined {
  return packings?.find(({ isPacked }) => isPacked(path))
}

/** Bytes that are at hand, as those of an open file. */
function heldBytes(bytes: Uint8Array): OpenBytes {
  const read = (into: Uint8Array, position: number): number => {
    const piece = bytes.subarray(position, position + into.length)
    into.set(piece)
    return piece.length
  }
  return { read, whole: () => bytes }
}

/** Compares an open file with what was read: by inode, size, time, and the bytes of the end. */
export function driftOf(files: Files, handle: number, reading: FileReading): Drift {
  const { stat, bytes } = reading
  const now = files.statHandle(handle)
  if (now.key !== stat.key || now.size < stat.size) return 'changed'
  const start = Math.max(0, stat.size - tailSize)
  const tail = readRange(files, handle, start, stat.size)
  if (Buffer.compare(tail, bytes.subarray(start)) !== 0) return 'changed'
  if (now.size > stat.size) return 'grown'
  return now.modifiedNs === stat.modifiedNs ? 'same' : 'changed'
}

/** The failure of a file that another program has rewritten. */
export function changedSince(path: string): DiskError {
  return new DiskError(
    'changed',
    `\`${path}\` was changed by another program while it was looked at; nothing was written.`,
  )
}

function refuseHuge(path: string, { size }: Stat): void {
  if (size > largest)
    throw new DiskError('too-large', `\`${path}\` could not be read: it is larger than 1 GB.`, 4)
}

function shrunk(path: string): DiskError {
  return new DiskError('changed', `\`${path}\` became shorter while it was read.`, 4)
}
