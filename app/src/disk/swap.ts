import { dirname, join } from 'node:path'
import type { Machine } from './around.ts'
import { type Fingerprint, fingerprintOfHandle, isSame, readRange, withHandle, writeAll } from './bytes.ts'
import { syncFolder, writeNew } from './durable.ts'
import { errnoOf } from './errno.ts'
import { DiskError, quietly } from './failure.ts'
import { type Files, flags } from './files.ts'
import { liveFailure } from './liveness.ts'
import type { Acted } from './operate.ts'
import { changedSince, driftOf, type FileReading } from './reading.ts'

/** The two names that an operation may have beside its file for a moment. */
export interface SideNames {
  /** The content that takes the file's place. */
  readonly fresh: string
  /** The file itself, under a second name, until nobody can write to it any more. */
  readonly aside: string
}

/** The file, its new content and the checks of a swap. */
export interface Swap {
  readonly reading: FileReading
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
export function swap(around: Machine, plan: Swap): Acted {
  const { files } = around
  const { path } = plan.reading.target
  setAside(files, path, plan.names.aside)
  return withHandle(
    files,
    path,
    flags.read,
    (old) =>
      takePlace(files, plan, old) ??
      finishSwap(around, plan, old, () => {
        syncFolder(files, dirname(path))
        const still = writersLeft(around, [plan.reading])
        refuseWriters(plan.reading, still)
      }),
  )
}

/** Renames the fresh file to its place, if the old one is still what was read; else it tells how much that has grown. */
export function takePlace(files: Files, plan: Swap, old: number): Acted | undefined {
  const { reading, names } = plan
  const { path } = reading.target
  const drift = driftOf(files, old, reading)
  if (drift === 'grown') return { state: 'grown', by: files.statHandle(old).size - reading.stat.size }
  if (drift === 'changed' || files.stat(path).key !== reading.stat.key) throw changedSince(path)
  if (!plan.isStillLocked()) throw new DiskError('locked', lockLost(path))
  files.rename(names.fresh, path)
  return undefined
}

/** Carries over what was appended to the old file, after a wait for its writers; on a failure the old file comes back. */
export function finishSwap(around: Machine, plan: Swap, old: number, wait: () => void): Acted {
  try {
    wait()
    return { state: 'done', carried: carryOver(around, plan, old) }
  } catch (thrown) {
    rollBack(around, plan, old, thrown)
    throw thrown
  }
}

/** Whether an old file is as it was read: nothing has to be carried over. */
export function isUntouched(files: Files, { reading: { stat } }: Swap, old: number): boolean {
  const now = files.statHandle(old)
  return now.modifiedNs === stat.modifiedNs && now.size === stat.size
}

/** Gives the file a second name, where the disk knows such; without it, the handle has to do. */
export function setAside(files: Files, path: string, aside: string): void {
  try {
    files.link(path, aside)
  } catch (thrown) {
    if (!['EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(errnoOf(thrown) ?? '')) throw thrown
  }
}

/** Carries over what was appended to the old file, to which nobody can write any more. */
function carryOver({ files }: Machine, plan: Swap, old: number): number {
  const { reading } = plan
  const { path } = reading.target
  if (isUntouched(files, plan, old)) return 0
  const { size } = files.statHandle(old)
  const start = fingerprintOfHandle(files, old, reading.stat.size)
  if (!isSame(start, reading.print)) throw changedSince(path)
  return carry(files, old, [reading.stat.size, size], path, files.statHandle(plan.handle).key)
}

type FileWriters = NonNullable<ReturnType<Machine['processes']['writers']>>

/** Waits for those who have old files open to close them; gives those who still have not, by the key of the file. */
export function writersLeft({ processes }: Machine, readings: readonly FileReading[]): FileWriters {
  const keys = new Set(readings.map(({ target }) => target.stat.key))
  const start = performance.now()
  for (;;) {
    const writers = processes.writers((each) => keys.has(each))
    if (writers === undefined) {
      processes.pause(blindWaitMs)
      return new Map()
    }
    if (writers.size === 0 || performance.now() - start > patienceMs) return writers
    processes.pause(2)
  }
}

/** Refuses a file that somebody still has open. */
export function refuseWriters({ target: { path, stat } }: FileReading, still: FileWriters): void {
  const writers = still.get(stat.key)
  if (writers !== undefined) throw liveFailure(path, { state: 'live', because: 'open', writers })
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
function rollBack({ files }: Machine, plan: Swap, old: number, cause: unknown): void {
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
