import { type Concluded, conclude } from './conclude.ts'
import type { Disk } from './disk.ts'
import { errnoOf } from './errno.ts'
import { DiskError, quietly } from './failure.ts'
import type { Ending, OperationIntent } from './operation.ts'
import { tidy } from './tidy.ts'

/** The outcome of an act on a file: done, or the file has grown and was left alone. */
export type Acted =
  | { readonly state: 'done'; readonly carried: number }
  | { readonly state: 'grown'; readonly by: number }

/** An operation before it is given its name and time. */
export type OperationPlan = Omit<OperationIntent, 'type' | 'op' | 'run' | 'time' | 'pid'>

/**
 * Carries out one operation: backup, intent, act, ending. Each is on the disk before the next begins.
 *
 * Where the act fails, the bytes of the file decide what is written down, never the error: a backup goes only if
 * the file holds the same bytes. Where that cannot be found out, or something is left lying about, the operation
 * stays unfinished and the next start decides.
 */
export async function operate(
  disk: Disk,
  plan: OperationPlan,
  old: Uint8Array | undefined,
  act: (intent: OperationIntent) => Promise<Acted>,
): Promise<Acted & { readonly op: string }> {
  const [intent] = intentsOf(disk, [plan]) as [OperationIntent]
  const isNew = old !== undefined && plan.before !== null && disk.blobs.keep([old], plan.before)
  const acted = await attempt(disk, intent, isNew, act)
  writeEnding(disk, intent, acted, isNew)
  return { ...acted, op: intent.op }
}

/** Gives operations their names and their time. */
export function intentsOf(disk: Disk, plans: readonly OperationPlan[]): readonly OperationIntent[] {
  const used = new Set(disk.journal.operations().flatMap(({ op, run = op }) => [op, run]))
  const time = new Date(disk.now()).toISOString()
  return plans.map((plan) => {
    let op = disk.newId()
    while (used.has(op)) op = disk.newId()
    used.add(op)
    return { type: 'intent', op, run: disk.run, time, pid: disk.processes.own, ...plan }
  })
}

async function attempt(
  disk: Disk,
  intent: OperationIntent,
  isNew: boolean,
  act: (intent: OperationIntent) => Promise<Acted>,
): Promise<Acted> {
  try {
    disk.journal.begin(intent)
    return await act(intent)
  } catch (thrown) {
    throw failureOf(disk, intent, isNew, thrown)
  }
}

/** Decides what became of an operation that failed, and gives the failure to tell. */
export function failureOf(disk: Disk, intent: OperationIntent, isNew: boolean, thrown: unknown): unknown {
  const concluded = concludedBy(disk, intent)
  if (concluded?.isBefore && concluded.isWritten) dropBackup(disk, intent, isNew)
  return concluded?.isDone === false ? thrown : halfDone(intent, concluded, thrown)
}

/** The state of an operation by the bytes of its file; undefined if they cannot be read. */
function concludedBy(disk: Disk, intent: OperationIntent): Concluded | undefined {
  let concluded: Concluded | undefined
  quietly(() => {
    concluded = conclude(disk, intent)
  })
  return concluded
}

/** Writes down how an operation ended, unless something of it is left lying about. */
function writeEnding(disk: Disk, intent: OperationIntent, acted: Acted, isNew: boolean): void {
  if (!tidy(disk, intent)) return
  const isWritten = quietly(() => disk.journal.end(endingOf(disk, intent, acted)))
  if (isWritten && acted.state !== 'done') dropBackup(disk, intent, isNew)
}

/** The line that closes an operation in the journal. */
export function endingOf({ now }: Disk, { op }: OperationIntent, acted: Acted): Ending {
  const isDone = acted.state === 'done'
  return {
    type: 'ending',
    op,
    time: new Date(now()).toISOString(),
    result: isDone ? 'done' : 'failed',
    ...(isDone && acted.carried > 0 ? { carried: acted.carried } : {}),
  }
}

/** Removes the backup of an operation that left its file as it was, unless an earlier one made that backup. */
export function dropBackup(
  { blobs }: Disk,
  { before }: Pick<OperationIntent, 'before'>,
  isNew: boolean,
): void {
  if (isNew && before !== null) blobs.remove(before.sha256)
}

/** The failure of an operation that could neither be finished nor taken back for certain; a bug stays a bug. */
function halfDone({ path, op }: OperationIntent, concluded: Concluded | undefined, cause: unknown): unknown {
  if (errnoOf(cause) === undefined && !(cause instanceof DiskError)) return cause
  const message = concluded?.isDone
    ? `\`${path}\` is changed, but the disk failed right after it. The earlier bytes are kept: operation \`${op}\` can be undone.`
    : `\`${path}\` may be changed or not: the disk failed twice. The earlier bytes are kept, and the next start looks again.`
  return new DiskError('half-done', message, 3, { cause })
}
