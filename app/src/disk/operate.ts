import type { Disk } from './disk.ts'
import { errnoOf } from './errno.ts'
import { DiskError, quietly } from './failure.ts'
import type { Ending, Intent } from './operation.ts'
import { type Settled, settle } from './settle.ts'
import { tidy } from './tidy.ts'

/** What an act on a file came to: done, or the file has grown and was left alone. */
export type Acted =
  | { readonly state: 'done'; readonly carried: number }
  | { readonly state: 'grown'; readonly by: number }

/** An operation before it is given its name and time. */
export type Plan = Omit<Intent, 'type' | 'op' | 'run' | 'time' | 'pid'>

/**
 * Carries out one operation: backup, intent, act, ending. Each is on the disk before the next begins.
 *
 * Where the act fails, the bytes of the file decide what is written down, never the error: a backup goes only if
 * the file holds the same bytes. Where that cannot be found out, or something is left lying about, the operation
 * stays unfinished and the next start decides.
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
    run: disk.run,
    time: new Date(disk.now()).toISOString(),
    pid: disk.processes.own,
    ...plan,
  }
  const isNew = old !== undefined && plan.before !== null && disk.blobs.keep([old], plan.before)
  const acted = await attempt(disk, intent, isNew, act)
  conclude(disk, intent, acted, isNew)
  return { ...acted, op: intent.op }
}

async function attempt(
  disk: Disk,
  intent: Intent,
  isNew: boolean,
  act: (intent: Intent) => Promise<Acted>,
): Promise<Acted> {
  try {
    disk.journal.begin(intent)
    return await act(intent)
  } catch (thrown) {
    const settled = settledBy(disk, intent)
    if (settled?.isBefore && settled.isWritten) dropBackup(disk, intent, isNew)
    throw settled?.isDone === false ? thrown : halfDone(intent, settled, thrown)
  }
}

/** What the bytes tell of an operation; nothing where they cannot be read. */
function settledBy(disk: Disk, intent: Intent): Settled | undefined {
  let settled: Settled | undefined
  quietly(() => {
    settled = settle(disk, intent)
  })
  return settled
}

function conclude(disk: Disk, intent: Intent, acted: Acted, isNew: boolean): void {
  const isDone = acted.state === 'done'
  if (!tidy(disk, intent)) return
  const ending: Ending = {
    type: 'ending',
    op: intent.op,
    time: new Date(disk.now()).toISOString(),
    result: isDone ? 'done' : 'failed',
    ...(isDone && acted.carried > 0 ? { carried: acted.carried } : {}),
  }
  if (quietly(() => disk.journal.end(ending)) && !isDone) dropBackup(disk, intent, isNew)
}

/** Removes the backup of an operation that left its file as it was, unless an earlier one made that backup. */
function dropBackup({ blobs }: Disk, { before }: Intent, isNew: boolean): void {
  if (isNew && before !== null) blobs.remove(before.sha256)
}

/** The failure of an operation that could neither be finished nor taken back for certain; a bug stays a bug. */
function halfDone({ path, op }: Intent, settled: Settled | undefined, cause: unknown): unknown {
  if (errnoOf(cause) === undefined && !(cause instanceof DiskError)) return cause
  const message = settled?.isDone
    ? `\`${path}\` is changed, but the disk failed right after it. The earlier bytes are kept: operation \`${op}\` can be undone.`
    : `\`${path}\` may be changed or not: the disk failed twice. The earlier bytes are kept, and the next start looks again.`
  return new DiskError('half-done', message, 3, { cause })
}

function unusedId({ newId, journal }: Disk): string {
  const used = new Set(journal.operations().flatMap(({ op, run = op }) => [op, run]))
  let id = newId()
  while (used.has(id)) id = newId()
  return id
}
