import { type Disk, withState } from './disk.ts'
import { DiskError, type DiskOutcome, outcomeOf, outcomeOfAsync } from './failure.ts'
import { newestByPath, type Operation } from './operation.ts'
import { replacementFor } from './put-back.ts'
import { Batch } from './replace-many.ts'
import {
  type Act,
  candidatesFor,
  historyOf,
  nothingTo,
  type Reversal,
  type Reversed,
  reverseAlone,
  roleOf,
} from './undo.ts'

/** Which run to take back; without a name, the newest that there is. */
export interface RunReversal extends Omit<Reversal, 'id' | 'path'> {
  /** A run by its name or the beginning of it. */
  readonly run?: string | undefined
  /** Whether no other file is to be begun. */
  readonly isStopped?: (() => boolean) | undefined
  /** Told how many files there are, before the first one; the answer is told of files that are done. */
  readonly watch?: RunWatch | undefined
}

/** Watches a run being taken back. */
type RunWatch = (total: number) => (files: readonly DiskOutcome<Reversed>[]) => void

/** The outcome for each file of a run. */
export interface RunReversed {
  /** How many files the run changed that could be taken back. */
  readonly reversed: readonly Reversed[]
  /** The files that were left as they are, and why. */
  readonly left: readonly LeftFile[]
  /** How many files were not begun, because somebody stopped it. */
  readonly unreached: number
}

/** A file of a run that could not be taken back. */
export interface LeftFile {
  readonly operation: string
  readonly path: string
  readonly error: DiskError
}

/**
 * Takes back all that one command did, newest first, or does all of it again.
 *
 * A file that cannot be taken back keeps no other from it; if none can, and there is only one, its failure is given.
 */
export function reverseRun(
  disk: Disk,
  request: RunReversal,
  act: Exclude<Act, 'restore'>,
): Promise<DiskOutcome<RunReversed>> {
  return outcomeOfAsync({ verb: 'restored', path: disk.folder, exit: 3 }, () =>
    withState(disk, async () => {
      const members = membersOf(disk, request, act)
      const reversed: Reversed[] = []
      const left: LeftFile[] = []
      const onFiles = request.watch?.(members.length)
      let total = 0
      for (let at = 0; at < members.length && !request.isStopped?.(); at += together) {
        const some = members.slice(at, at + together)
        const done = await reverseSome(disk, request, some, act)
        for (const [operation, outcome] of done) {
          if (outcome.ok) reversed.push(outcome.value)
          else left.push({ operation: operation.op, path: operation.path, error: outcome.error })
        }
        total += done.length
        onFiles?.(done.map(([, outcome]) => outcome))
      }
      const [only] = left
      if (only !== undefined && members.length === 1) throw only.error
      return { reversed, left, unreached: members.length - total }
    }),
  )
}

const together = 64

/** Takes operations back: those on files that are there are replaced together, the others one by one. */
async function reverseSome(
  disk: Disk,
  request: RunReversal,
  operations: readonly Operation[],
  act: Exclude<Act, 'restore'>,
): Promise<readonly (readonly [Operation, DiskOutcome<Reversed>])[]> {
  // Reading does not wait for anything: here Ctrl-C is heard.
  await new Promise((resolve) => setImmediate(resolve))
  const newest = newestByPath(disk.journal.operations())
  const paths = new Set<string>()
  const plans = operations.map((operation) => {
    // A second operation on one file comes after the first one.
    if (paths.size === paths.add(operation.path).size)
      return { operation, plan: { ok: true, value: undefined } } as const
    const doing = { verb: 'restored', path: operation.path, exit: 3 } as const
    const role = roleOf(operation, act)
    const plan = outcomeOf(doing, () =>
      replacementFor(disk, request, historyOf(operation, act, newest), role),
    )
    return { operation, plan }
  })
  const due = plans.flatMap(({ plan }) => (plan.ok && plan.value !== undefined ? plan.value : []))
  const outcomes = await new Batch(disk, due).run()
  const done = new Map(outcomes.map((outcome, index) => [due[index]?.role?.reverts, outcome]))
  const all: (readonly [Operation, DiskOutcome<Reversed>])[] = []
  for (const { operation, plan } of plans) {
    const outcome = done.get(operation.op)
    if (!plan.ok) all.push([operation, plan])
    else if (outcome?.ok === false) all.push([operation, outcome])
    else if (outcome?.value.state === 'replaced') {
      const { operation: own, print } = outcome.value
      const { op: reverted, path } = operation
      all.push([
        operation,
        { ok: true, value: { operation: own, reverted, path, grown: plan.value?.grown ?? 0, print } },
      ])
    } else all.push([operation, await attempt(disk, request, operation, act)])
  }
  return all
}

function attempt(
  disk: Disk,
  request: RunReversal,
  operation: Operation,
  act: Exclude<Act, 'restore'>,
): Promise<DiskOutcome<Reversed>> {
  const doing = { verb: 'restored', path: operation.path, exit: 3 } as const
  return outcomeOfAsync(doing, () => reverseAlone(disk, request, operation, act))
}

/** The operations of a run that can be taken back, newest first. */
export function membersOf(disk: Disk, { run }: Pick<RunReversal, 'run'>, act: Act): readonly Operation[] {
  const all = candidatesFor(disk, act)
  const named = run === undefined ? all : all.filter((each) => each.run?.startsWith(run))
  const newest = named.at(-1)
  if (newest === undefined) throw new DiskError('no-operation', nothingTo(act))
  if (run !== undefined && named.some((each) => each.run !== newest.run)) {
    throw new DiskError('no-operation', `More than one run begins with \`${run}\` in the log.`)
  }
  if (newest.run === undefined) return [newest]
  return named.filter((each) => each.run === newest.run).toReversed()
}
