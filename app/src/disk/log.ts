import { type Disk, isNewer } from './disk.ts'
import { type DiskOutcome, outcomeOf } from './failure.ts'
import type { UnusedLine } from './journal.ts'
import { inForce, type Operation } from './operation.ts'
import { refuseForeignFolder } from './trust.ts'

/** One operation as the log shows it. */
export interface LoggedOperation extends Operation {
  /** Whether it was taken back. */
  readonly isTakenBack: boolean
}

/** The log, newest first. */
export interface OperationLog {
  readonly operations: readonly LoggedOperation[]
  /** Whether a newer Mortise wrote it: then it can be read, but nothing undone. */
  readonly isReadOnly: boolean
  /** Lines of the journal that cannot be used; they have no say. */
  readonly unused: readonly UnusedLine[]
}

/** Reads the log; takes no lock and writes nothing. */
export function readLog(disk: Disk): DiskOutcome<OperationLog> {
  return outcomeOf({ verb: 'read', path: disk.folder, exit: 4 }, () => {
    refuseForeignFolder(disk)
    disk.journal.refresh()
    const operations = disk.journal.operations()
    const force = inForce(operations)
    return {
      operations: operations
        .map((each) => ({ ...each, isTakenBack: each.result === 'done' && !force.has(each.op) }))
        .reverse(),
      isReadOnly: isNewer(disk),
      unused: disk.journal.setAside(),
    }
  })
}
