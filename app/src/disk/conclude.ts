import { type Fingerprint, fingerprintOfHandle, isSame, readRange, readWhole, withHandle } from './bytes.ts'
import type { Disk } from './disk.ts'
import { errnoOf } from './errno.ts'
import { quietly } from './failure.ts'
import { flags } from './files.ts'
import type { Ending, OperationIntent } from './operation.ts'
import { concludeRows } from './sqlite/conclude-rows.ts'
import { rowPathIn } from './sqlite/row-path.ts'
import { rowPlaceOf } from './sqlite/shelf.ts'
import { carry, sideNames } from './swap.ts'
import { refuseDetour, refuseOwn } from './target.ts'
import { tidy } from './tidy.ts'

/** The state of an operation by the bytes of its file. */
export interface Concluded {
  readonly isDone: boolean
  /** Whether the file is the one from before the operation: its backup is not needed. */
  readonly isBefore: boolean
  /** Whether it is written down; else the next start concludes it again. */
  readonly isWritten: boolean
}

/** An operation, as far as its file can tell what became of it. */
type Begun = Omit<OperationIntent, 'type'>

/** Decides by the bytes of a file what became of an operation, tidies up after it, and writes it down. */
export function conclude(disk: Disk, operation: Begun): Concluded {
  const rows = rowPathIn(operation.path)
  if (rows !== undefined) return concludeRows(disk, operation, rowPlaceOf(disk, rows))
  refuseOwn(disk.folder, operation.path)
  refuseDetour(disk, operation.path)
  bringBack(disk, operation)
  const isDone = isNowAfter(disk, operation)
  const isBefore = !isDone && isStillBefore(disk, operation)
  const carried = isDone ? carryLeft(disk, operation) : 0
  const ending: Ending = {
    type: 'ending',
    op: operation.op,
    time: new Date(disk.now()).toISOString(),
    result: isDone ? 'done' : 'failed',
    isRecovered: true,
    ...(carried > 0 ? { carried } : {}),
  }
  const isWritten = tidy(disk, operation) && quietly(() => disk.journal.end(ending))
  return { isDone, isBefore, isWritten }
}

/** A file that was taken away, but has been written to since, returns. */
function bringBack({ files }: Disk, { path, op, after, before }: Begun): void {
  const { aside } = sideNames(path, op)
  const old = after === null ? printAt(files, aside) : undefined
  if (old === undefined || printAt(files, path) !== undefined) return
  if (!isSame(old.print, before)) files.rename(aside, path)
}

function isNowAfter({ files }: Disk, { path, key, before, after }: Begun): boolean {
  const now = printAt(files, path)
  if (now === undefined || after === null) return now === undefined && after === null
  if (isSame(now.print, after)) return true
  if (before !== null && (isSame(now.print, before) || now.key === key)) return false
  return isSame(printAt(files, path, after.size)?.print ?? null, after)
}

/** Whether the file was not exchanged at all, or holds its earlier bytes again. */
function isStillBefore({ files }: Disk, { path, key, before }: Begun): boolean {
  const now = printAt(files, path)
  return now === undefined ? before === null : now.key === key || isSame(now.print, before)
}

/** Carries over what was appended to the old file, unless that was done before the crash. */
function carryLeft({ files }: Disk, { path, op, before, after }: Begun): number {
  const { aside } = sideNames(path, op)
  if (before === null || after === null || printAt(files, aside) === undefined) return 0
  return withHandle(files, aside, flags.read, (old) => {
    const { size } = files.statHandle(old)
    if (!isSame(fingerprintOfHandle(files, old, before.size), before)) return 0
    const tail = Buffer.from(readRange(files, old, before.size, size))
    const added = Buffer.from(readWhole(files, path)).subarray(after.size)
    if (added.includes(tail)) return tail.length
    const begun = overlap(added, tail)
    carry(files, old, [before.size + begun, size], path, files.stat(path).key)
    return tail.length
  })
}

/** How many bytes at the end of one are the beginning of the other. */
function overlap(end: Buffer, beginning: Buffer): number {
  let length = Math.min(end.length, beginning.length)
  while (length > 0 && !end.subarray(end.length - length).equals(beginning.subarray(0, length))) length -= 1
  return length
}

interface Unfinished {
  readonly print: Fingerprint
  readonly key: string
}

function printAt(files: Disk['files'], path: string, size?: number): Unfinished | undefined {
  try {
    return withHandle(files, path, flags.read, (handle) => {
      const stat = files.statHandle(handle)
      return { print: fingerprintOfHandle(files, handle, size ?? stat.size), key: stat.key }
    })
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}
