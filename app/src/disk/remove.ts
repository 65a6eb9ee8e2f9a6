import { isSame } from './bytes.ts'
import type { Disk } from './disk.ts'
import { syncFolder } from './durable.ts'
import { during, duringAsync, quietly } from './failure.ts'
import { lockFailure } from './liveness.ts'
import { noLock } from './lock.ts'
import { type Acted, operate } from './operate.ts'
import { changedSince, type FileReading, readingOf } from './reading.ts'
import { type ReplaceRequest, type Role, refuseUnsafe } from './replace.ts'
import { sideNames } from './swap.ts'

/** Takes a file away that an earlier operation made: backup first; failures are thrown. */
export async function removeAlone(
  disk: Disk,
  reading: FileReading,
  errand: ReplaceRequest,
  role: Role,
): Promise<{ readonly op: string }> {
  const { target, print, stat, bytes } = reading
  refuseUnsafe(disk, { ...errand, reading, content: { bytes } })
  const lock = errand.lock?.fileOf(target.path)
  const plan = {
    command: errand.command,
    ...role,
    path: target.path,
    key: stat.key,
    mode: stat.mode,
    before: print,
    after: null,
    ...(lock === undefined ? {} : { lock }),
    cut: [],
    counts: errand.counts ?? {},
  }
  return operate(disk, plan, bytes, async (intent) => {
    const doing = { verb: 'removed', path: target.path, exit: 3 } as const
    const held = await duringAsync(doing, () => (errand.lock ?? noLock).acquire(target.path, disk))
    if (!held.isHeld) throw lockFailure(target.path, held.by)
    try {
      return during(doing, () => takeAway(disk, reading, sideNames(target.path, intent.op).aside))
    } finally {
      held.release()
    }
  })
}

/** Moves the file aside first: if somebody wrote to it until the last moment, it returns. */
function takeAway(disk: Disk, reading: FileReading, aside: string): Acted {
  const { files } = disk
  const { path, folder } = reading.target
  files.rename(path, aside)
  try {
    syncFolder(files, folder)
    const moved = readingOf(disk, { ...reading.target, path: aside })
    if (!isSame(moved.print, reading.print)) throw changedSince(path)
    return { state: 'done', carried: 0 }
  } catch (thrown) {
    files.rename(aside, path)
    quietly(() => syncFolder(files, folder))
    throw thrown
  }
}
