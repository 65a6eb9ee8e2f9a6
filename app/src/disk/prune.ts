import { type Disk, withState } from './disk.ts'
import { type DiskOutcome, outcomeOfAsync } from './failure.ts'
import { newestByPath, type Operation } from './operation.ts'

/** The limits of a prune: older operations go, and then the oldest until the backups are small enough. */
export interface PruneLimits {
  readonly olderThanMs?: number
  readonly maxBytes?: number
}

/** The number of operations and bytes that went. */
export interface Pruned {
  readonly operations: number
  readonly bytes: number
}

/** Forgets old operations with their backups; the newest one of each file stays. */
export function prune(disk: Disk, limits: PruneLimits): Promise<DiskOutcome<Pruned>> {
  return outcomeOfAsync({ verb: 'pruned', path: disk.folder, exit: 3 }, () =>
    withState(disk, async () => {
      const operations = disk.journal.operations()
      const gone = chosen(disk, operations, limits)
      if (gone.size > 0) disk.journal.forget(gone)
      return { operations: gone.size, bytes: sweep(disk) }
    }),
  )
}

function chosen(disk: Disk, all: readonly Operation[], limits: PruneLimits): ReadonlySet<string> {
  const { olderThanMs = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } = limits
  const newest = newestByPath(all)
  const sizes = disk.blobs.list()
  const users = countUsers(all)
  let total = [...users.keys()].reduce((sum, blob) => sum + (sizes.get(blob) ?? 0), 0)
  const gone = new Set<string>()
  for (const { op, path, time, before, result } of all) {
    const isTooMuch = disk.now() - Date.parse(time) > olderThanMs || total > maxBytes
    if (!isTooMuch || result === 'unfinished' || newest.get(path)?.op === op) continue
    gone.add(op)
    const blob = before?.sha256 ?? ''
    const left = (users.get(blob) ?? 0) - 1
    users.set(blob, left)
    if (left === 0) total -= sizes.get(blob) ?? 0
  }
  return gone
}

/** Removes the backups that no operation needs, those that a crash left too. */
function sweep(disk: Disk): number {
  const needed = countUsers(disk.journal.operations())
  let bytes = 0
  for (const [blob, size] of disk.blobs.list()) {
    if (!needed.has(blob) && disk.blobs.remove(blob)) bytes += size
  }
  return bytes
}

/** How many operations need each backup; also those that failed: another program may have changed the file then. */
function countUsers(operations: readonly Operation[]): Map<string, number> {
  const users = new Map<string, number>()
  for (const { before } of operations) {
    if (before === null) continue
    users.set(before.sha256, (users.get(before.sha256) ?? 0) + 1)
  }
  return users
}
