import { dirname } from 'node:path'
import type { Machine } from './around.ts'
import { readRange, writeAll } from './bytes.ts'
import { syncFolder } from './durable.ts'
import { DiskError, during, duringAsync, quietly } from './failure.ts'
import { flags } from './files.ts'
import type { Held } from './lock.ts'
import { lockFile } from './lock-file.ts'

/** A file that lines are appended to by one process at a time. */
export interface LineFile {
  /** The lines that it held when it was opened; the last one may have been cut by a crash. */
  readonly lines: readonly string[]
  /** Appends lines; resolves once they are on the disk. If it rejects, none of them counts. */
  append(lines: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Opens a file for appending lines, or creates it; throws a `DiskError` where that cannot be. */
export async function openLineFile(path: string, around: Machine): Promise<LineFile> {
  const lock = await duringAsync({ verb: 'locked', path, exit: 3 }, () => lockOf(path, around))
  try {
    return during({ verb: 'opened', path, exit: 3 }, () => lineFile(path, lock, around))
  } catch (thrown) {
    lock.release()
    throw thrown
  }
}

async function lockOf(path: string, around: Machine): Promise<Held> {
  const lock = await lockFile({ waitMs: 0 }).acquire(path, around)
  if (lock.isHeld) return lock
  const { pid, name } = lock.by
  const who =
    pid === around.processes.own ? 'this process' : [name ?? 'another process', pid].join(' ').trim()
  throw new DiskError('locked', `\`${path}\` is open for writing already, in ${who}.`, 3, {
    hint: 'Close it there first: two writers would not know of each other.',
  })
}

function lineFile(path: string, lock: Held, { files }: Machine): LineFile {
  const handle = files.open(path, flags.appendAndRead, 0o600)
  try {
    const { kind, size } = files.statHandle(handle)
    if (kind !== 'file') throw new DiskError('not-a-file', `\`${path}\` is a ${kind}, not a file.`)
    const bytes = Buffer.from(readRange(files, handle, 0, size))
    // A name that is new may be gone after a crash of the machine; one that is old may be new all the same.
    if (size === 0) syncFolder(files, dirname(path))
    return { lines: linesIn(bytes), ...appender(path, handle, bytes, lock, files) }
  } catch (thrown) {
    quietly(() => files.close(handle))
    throw thrown
  }
}

const lineFeed = 10

/** The lines of a file, each read by itself: a whole one may be longer than a string can be. */
function linesIn(bytes: Buffer): readonly string[] {
  const lines: string[] = []
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(lineFeed, start)
    const end = next < 0 ? bytes.length : next
    lines.push(bytes.toString('utf8', start, end))
    start = end + 1
  }
  return lines
}

function appender(
  path: string,
  handle: number,
  bytes: Buffer,
  lock: Held,
  files: Machine['files'],
): Pick<LineFile, 'append' | 'close'> {
  /** How much of the file counts. */
  let size = bytes.length
  let isClean = true
  let isClosed = false
  // A line that a crash has cut stays where it is, on a line of its own.
  let isCut = size > 0 && bytes[size - 1] !== lineFeed

  const write = async (lines: readonly string[]): Promise<void> => {
    // The rest of an attempt that failed goes first. It is never synced again: a disk that failed to keep
    // something may call it kept the next time.
    if (!isClean) files.truncate(handle, size)
    isClean = false
    let written = 0
    for (const piece of piecesOf(isCut ? ['', ...lines] : lines)) {
      writeAll(files, handle, piece)
      written += piece.length
    }
    await files.syncData(handle)
    size += written
    isClean = true
    isCut = false
  }

  return {
    append: (lines) => duringAsync({ verb: 'written to', path, exit: 3 }, () => write(lines)),
    async close() {
      if (isClosed) return
      isClosed = true
      // A line that could not be written was never said to be written.
      if (!isClean) quietly(() => files.truncate(handle, size))
      quietly(() => files.close(handle))
      lock.release()
    },
  }
}

const largePiece = 1 << 20

/** Lines as bytes, many small ones in one piece. */
function* piecesOf(lines: readonly string[]): Generator<Uint8Array> {
  let group = ''
  for (const line of lines) {
    if (group.length + line.length > largePiece && group !== '') {
      yield Buffer.from(group)
      group = ''
    }
    group += `${line}\n`
  }
  yield Buffer.from(group)
}
