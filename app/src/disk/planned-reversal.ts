import { type Disk, refuseNewer } from './disk.ts'
import { type DiskOutcome, outcomeOf } from './failure.ts'
import { newestByPath } from './operation.ts'
import { replacementFor } from './put-back.ts'
import { refuseUnsafe } from './replace.ts'
import { membersOf, type RunReversal } from './runs.ts'
import { refuseForeignFolder } from './trust.ts'
import { type Act, candidatesFor, historyOf, nothingTo, pick, type Reversal, roleOf } from './undo.ts'

/** A file that an act would change, or the reason why it would be left as it is. */
export interface PlannedReversal {
  /** The operation that would be taken back, or before which the bytes are from. */
  readonly operation: string
  readonly path: string
  /** Whether the file would be gone again, and how many bytes would stay behind the earlier ones. */
  readonly outcome: DiskOutcome<{ readonly isGone: boolean; readonly grown: number }>
}

/** Says what an act would do; takes no lock and writes nothing. */
export function planReversal(
  disk: Disk,
  request: Reversal & Pick<RunReversal, 'run'>,
  act: Act,
): DiskOutcome<readonly PlannedReversal[]> {
  return outcomeOf({ verb: 'read', path: disk.folder, exit: 3 }, () => {
    refuseForeignFolder(disk)
    refuseNewer(disk)
    disk.journal.refresh()
    const isOne = act === 'restore' || request.id !== undefined || request.path !== undefined
    const all = disk.journal.operations()
    const members = isOne
      ? [pick(candidatesFor(disk, act), all, request, nothingTo(act))]
      : membersOf(disk, request, act)
    const newest = newestByPath(all)
    return members.map((operation) => {
      const { op, path, before } = operation
      const outcome = outcomeOf({ verb: 'restored', path, exit: 3 }, () => {
        const found = replacementFor(disk, request, historyOf(operation, act, newest), roleOf(operation, act))
        if (found !== undefined) refuseUnsafe(disk, found)
        return { isGone: before === null, grown: found?.grown ?? 0 }
      })
      return { operation: op, path, outcome }
    })
  })
}
