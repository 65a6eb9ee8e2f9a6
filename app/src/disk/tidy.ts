import { dirname } from 'node:path'
import { readWhole } from './bytes.ts'
import type { Disk } from './disk.ts'
import { syncFolder } from './durable.ts'
import { errnoOf } from './errno.ts'
import { quietly } from './failure.ts'
import { lockTraces } from './lock-file.ts'
import type { OperationIntent } from './operation.ts'
import { rowPathIn } from './sqlite/row-path.ts'
import { sideNames } from './swap.ts'

/** Removes what an operation put beside its file; tells whether all of it is gone for good. */
export function tidy(disk: Disk, traces: Traces): boolean {
  // Nothing of ours ever stands beside a database.
  if (rowPathIn(traces.path) !== undefined) return true
  return removeTraces(disk, traces) && quietly(() => syncFolder(disk.files, dirname(traces.path)))
}

/** Does the same, but what is gone stays gone only once the folder is synced: one sync serves for many operations. */
export function removeTraces(disk: Disk, { path, op, lock, pid }: Traces): boolean {
  const { files } = disk
  const { fresh, aside } = sideNames(path, op)
  const beside = lock === undefined ? [] : Object.values(lockTraces(lock, pid))
  const isGone = [fresh, aside, ...beside].map((each) => isDone(() => files.remove(each)))
  const isFree = lock === undefined || isDone(() => releaseLeft(disk, lock, pid))
  return isFree && isGone.every(Boolean)
}

/** The facts by which the leftover files of an operation are found. */
type Traces = Pick<OperationIntent, 'path' | 'op' | 'lock' | 'pid'>

/** Whether a step was done or there was nothing to do. */
function isDone(step: () => void): boolean {
  try {
    step()
    return true
  } catch (thrown) {
    return errnoOf(thrown) === 'ENOENT'
  }
}

/** Removes the agent's lock, if it is the one that our process left. */
function releaseLeft({ files, processes }: Disk, lock: string, pid: number): void {
  const text = Buffer.from(readWhole(files, lock)).toString()
  const isOurs = new RegExp(`"pid"\\s*:\\s*${pid}\\b`).test(text)
  if (isOurs && (pid === processes.own || !processes.isAlive(pid))) files.remove(lock)
}
