import { type Disk, withState } from './disk.ts'
import { DiskError, type DiskOutcome, outcomeOfAsync } from './failure.ts'
import type { Operation } from './operation.ts'
import { type Act, candidatesFor, nothingTo, type Reversal, type Reversed, reverseAlone } from './undo.ts'

/** Which run to take back; without a name, the newest that there is. */
export interface RunReversal extends Omit<Reversal, 'id' | 'path'> {
  /** A run by its name or the beginning of it. */
  readonly run?: string
}

/** The outcome for each file of a run. */
export interface RunReversed {
  /** How many files the run changed that could be taken back. */
  readonly reversed: readonly Reversed[]
  /** The files that were left as they are, and why. */
  readonly left: readonly LeftFile[]
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
      for (const operation of members) {
        const outcome = await attempt(disk, request, operation, act)
        if (outcome.ok) reversed.push(outcome.value)
        else left.push({ operation: operation.op, path: operation.path, error: outcome.error })
      }
      const [only] = left
      if (only !== undefined && members.length === 1) throw only.error
      return { reversed, left }
    }),
  )
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
function membersOf(disk: Disk, { run }: RunReversal, act: Act): readonly Operation[] {
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
