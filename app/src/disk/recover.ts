import { type Fingerprint, fingerprintOfHandle, isSame, readRange, readWhole, withHandle } from './bytes.ts'
import type { Disk } from './disk.ts'
import { errnoOf, quietly } from './failure.ts'
import { flags } from './files.ts'
import { tidy } from './operate.ts'
import type { Operation } from './operation.ts'
import { carry, sideNames } from './swap.ts'

/**
 * Decides what became of operations that a crash left without an ending, and tidies up after them.
 *
 * What cannot be decided now, because a file cannot be read, is left for the next start.
 */
export function recover(disk: Disk): void {
  for (const operation of disk.journal.operations()) {
    if (operation.result !== 'unfinished') continue
    quietly(() => settle(disk, operation))
  }
}

function settle(disk: Disk, operation: Operation): void {
  bringBack(disk, operation)
  const isDone = isNowAfter(disk, operation)
  const carried = isDone ? carryLeft(disk, operation) : 0
  if (!tidy(disk, operation)) return
  const time = new Date(disk.now()).toISOString()
  const result = isDone ? 'done' : 'failed'
  disk.journal.end({
    type: 'ending',
    op: operation.op,
    time,
    result,
    isRecovered: true,
    ...(carried > 0 ? { carried } : {}),
  })
}

/** A file that was taken away, but has been written to since, returns. */
function bringBack({ files }: Disk, { path, op, after, before }: Operation): void {
  const { aside } = sideNames(path, op)
  const old = after === null ? printAt(files, aside) : undefined
  if (old === undefined || printAt(files, path) !== undefined) return
  if (!isSame(old.print, before)) files.rename(aside, path)
}

function isNowAfter({ files }: Disk, { path, key, before, after }: Operation): boolean {
  const now = printAt(files, path)
  if (now === undefined || after === null) return now === undefined && after === null
  if (isSame(now.print, after)) return true
  if (before !== null && (isSame(now.print, before) || now.key === key)) return false
  return isSame(printAt(files, path, after.size)?.print ?? null, after)
}

/** Carries over what was appended to the old file, unless that was done before the crash. */
function carryLeft({ files }: Disk, { path, op, before, after }: Operation): number {
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

interface Found {
  readonly print: Fingerprint
  readonly key: string
}

function printAt(files: Disk['files'], path: string, size?: number): Found | undefined {
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
