import { dirname, join } from 'node:path'
import type { Around } from './around.ts'
import { type Fingerprint, fingerprintOfHandle, isSame, readRange, withHandle, writeAll } from './bytes.ts'
import { syncFolder, writeNew } from './durable.ts'
import { errnoOf } from './errno.ts'
import { DiskError, quietly } from './failure.ts'
import { type Files, flags } from './files.ts'
import { liveFailure } from './liveness.ts'
import type { Acted } from './operate.ts'
import { changedSince, driftOf, type Reading } from './reading.ts'

/** The two names that an operation may have beside its file for a moment. */
export interface SideNames {
  /** What shall take the file's place. */
  readonly fresh: string
  /** The file itself, under a second name, until nobody can write to it any more. */
  readonly aside: string
}

/** What a swap needs to know. */
export interface Swap {
  readonly reading: Reading
  readonly names: SideNames
  /** The handle of `fresh`. */
  readonly handle: number
  readonly after: Fingerprint
  isStillLocked(): boolean
}

/** So long a writer that had the old file open may take to close it. */
const patienceMs = 200
/** Where a machine does not tell who has a file open, this long is waited. */
const blindWaitMs = 20

/** The names beside a file for one operation; they start with a dot and end in nothing that agents look for. */
export function sideNames(path: string, op: string): SideNames {
  const folder = dirname(path)
  return { fresh: join(folder, `.mortise-${op}.new`), aside: join(folder, `.mortise-${op}.old`) }
}

/**
 * Puts the fresh file in the place of the old one, if that is still what was read.
 *
 * ```
 * link old → aside · compare · rename fresh → path · wait for those who had the old one open · carry over
 * ```
 * A line may be appended between the comparison and the rename: it lands in the old file, which is still
 * there as `aside`, and is carried over. If anything goes wrong after the rename, the old file itself
 * comes back, with the handles that others have on it.
 */
export function swap(around: Around, plan: Swap): Acted {
  const { files } = around
  const { reading, names } = plan
  const { path } = reading.target
  setAside(files, path, names.aside)
  return withHandle(files, path, flags.read, (old) => {
    const drift = driftOf(files, old, reading)
    if (drift === 'grown') return { state: 'grown', by: files.statHandle(old).size - reading.stat.size }
    if (drift === 'changed' || files.stat(path).key !== reading.stat.key) throw changedSince(path)
    if (!plan.isStillLocked()) throw new DiskError('locked', lockLost(path))
    files.rename(names.fresh, path)
    try {
      syncFolder(files, dirname(path))
      return { state: 'done', carried: settle(around, plan, old) }
    } catch (thrown) {
      rollBack(around, plan, old, thrown)
      throw thrown
    }
  })
}

/** Gives the file a second name, where the disk knows such; without it, the handle has to do. */
function setAside(files: Files, path: string, aside: string): void {
  try {
    files.link(path, aside)
  } catch (thrown) {
    if (!['EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(errnoOf(thrown) ?? '')) throw thrown
  }
}

/** Waits until nobody can write to the old file any more, and carries over what was appended to it. */
function settle(around: Around, plan: Swap, old: number): number {
  const { files } = around
  const { reading } = plan
  const { path } = reading.target
  waitForWriters(around, plan)
  const { size } = files.statHandle(old)
  const isUntouched = files.statHandle(old).modifiedNs === reading.stat.modifiedNs
  if (isUntouched && size === reading.stat.size) return 0
  const start = fingerprintOfHandle(files, old, reading.stat.size)
  if (!isSame(start, reading.print)) throw changedSince(path)
  return carry(files, old, [reading.stat.size, size], path, files.statHandle(plan.handle).key)
}

function waitForWriters({ processes }: Around, { reading }: Swap): void {
  const { path, stat } = reading.target
  const { key } = stat
  const start = performance.now()
  for (;;) {
    const writers = processes.writers((each) => each === key)
    if (writers === undefined) {
      processes.pause(blindWaitMs)
      return
    }
    const still = writers.get(key)
    if (still === undefined) return
    if (performance.now() - start > patienceMs)
      throw liveFailure(path, { state: 'live', because: 'open', writers: still })
    processes.pause(2)
  }
}

/** Appends a stretch of one file to the file at a path, if that is still the one we know. */
export function carry(
  files: Files,
  from: number,
  [start, end]: readonly [number, number],
  path: string,
  key: string,
): number {
  if (end <= start) return 0
  const bytes = readRange(files, from, start, end)
  return withHandle(files, path, flags.append, (handle) => {
    // Another program has put its own file here since: what it wrote is all that it knew.
    if (files.statHandle(handle).key !== key) return 0
    writeAll(files, handle, bytes)
    files.sync(handle)
    return bytes.length
  })
}

/** Puts the old file back, with what was appended to the fresh one meanwhile. */
function rollBack({ files }: Around, plan: Swap, old: number, cause: unknown): void {
  const { reading, names, handle, after } = plan
  const { path, folder } = reading.target
  try {
    if (files.stat(path).key !== files.statHandle(handle).key) return
    putBack(files, plan, old)
    const { size } = files.statHandle(handle)
    carry(files, handle, [after.size, size], path, files.stat(path).key)
    quietly(() => syncFolder(files, folder))
  } catch (thrown) {
    if (errnoOf(thrown) === undefined) throw thrown
    throw new DiskError(
      'half-done',
      `\`${path}\` holds the new bytes, but not for certain: the disk failed twice. The old ones are kept; the next start decides.`,
      3,
      { cause },
    )
  } finally {
    quietly(() => files.remove(names.fresh))
  }
}

function putBack(files: Files, { reading, names }: Swap, old: number): void {
  const { path } = reading.target
  try {
    files.rename(names.aside, path)
  } catch (thrown) {
    if (errnoOf(thrown) !== 'ENOENT') throw thrown
    const bytes = readRange(files, old, 0, files.statHandle(old).size)
    files.close(writeNew(files, names.fresh, [bytes], reading.stat))
    files.rename(names.fresh, path)
  }
}

function lockLost(path: string): string {
  return `The lock of \`${path}\` was taken away while it was looked at; nothing was changed.`
}
