import { dirname } from 'node:path'
import { readWhole } from './bytes.ts'
import type { Disk } from './disk.ts'
import { syncFolder } from './durable.ts'
import { DiskError, errnoOf, quietly } from './failure.ts'
import { lockTraces } from './lock-file.ts'
import type { Intent } from './operation.ts'
import { sideNames } from './swap.ts'

/** What an act on a file came to: done, or the file has grown and was left alone. */
export type Acted =
  | { readonly state: 'done'; readonly carried: number }
  | { readonly state: 'grown'; readonly by: number }

/** An operation before it is given its name and time. */
export type Plan = Omit<Intent, 'type' | 'op' | 'time' | 'pid'>

/**
 * Carries out one operation: backup, intent, act, ending. Each is on the disk before the next begins.
 *
 * Where the act fails, the file is as it was and the journal says so. Where even that cannot be written, or
 * something is left lying about, the operation stays unfinished and the next start decides by the bytes.
 */
export async function operate(
  disk: Disk,
  plan: Plan,
  old: Uint8Array | undefined,
  act: (intent: Intent) => Promise<Acted>,
): Promise<Acted & { readonly op: string }> {
  const intent: Intent = {
    type: 'intent',
    op: unusedId(disk),
    time: new Date(disk.now()).toISOString(),
    pid: disk.processes.own,
    ...plan,
  }
  const isNew = old !== undefined && plan.before !== null && disk.blobs.keep([old], plan.before)
  try {
    disk.journal.begin(intent)
    const acted = await act(intent)
    conclude(disk, intent, acted, isNew)
    return { ...acted, op: intent.op }
  } catch (thrown) {
    const isHalfDone = thrown instanceof DiskError && thrown.code === 'half-done'
    if (!isHalfDone) conclude(disk, intent, undefined, isNew)
    throw thrown
  }
}

function conclude(disk: Disk, intent: Intent, acted: Acted | undefined, isNew: boolean): void {
  const isDone = acted?.state === 'done'
  if (!tidy(disk, intent)) return
  const time = new Date(disk.now()).toISOString()
  const carried = isDone && acted.carried > 0 ? { carried: acted.carried } : {}
  const result = isDone ? 'done' : 'failed'
  const isWritten = quietly(() =>
    disk.journal.end({ type: 'ending', op: intent.op, time, result, ...carried }),
  )
  if (isWritten && !isDone && isNew && intent.before !== null) disk.blobs.remove(intent.before.sha256)
}

/** Removes what an operation put beside its file; tells whether all of it is gone. */
export function tidy(disk: Disk, { path, op, lock, pid }: Traces): boolean {
  const { files } = disk
  const { fresh, aside } = sideNames(path, op)
  const beside = lock === undefined ? [] : Object.values(lockTraces(lock, pid))
  const isGone = [fresh, aside, ...beside].map((each) => isDone(() => files.remove(each)))
  const isFree = lock === undefined || isDone(() => releaseLeft(disk, lock, pid))
  return isFree && isGone.every(Boolean) && quietly(() => syncFolder(files, dirname(path)))
}

/** What tells where an operation left traces. */
type Traces = Pick<Intent, 'path' | 'op' | 'lock' | 'pid'>

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

function unusedId({ newId, journal }: Disk): string {
  const used = new Set(journal.operations().map(({ op }) => op))
  let id = newId()
  while (used.has(id)) id = newId()
  return id
}
