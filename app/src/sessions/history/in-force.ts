import { type DiskOutcome, type LoggedOperation, readLog } from '../../disk/index.ts'
import type { SessionContext } from '../find/context.ts'

/** The operations of the log, and the newest one that was not taken back. */
export interface InForce {
  readonly isEmpty: boolean
  readonly newest: LoggedOperation | undefined
}

/** Reads from the log which operation could be undone. */
export function inForce({ disk }: SessionContext): DiskOutcome<InForce> {
  const log = readLog(disk)
  if (!log.ok) return log
  const { operations } = log.value
  return { ok: true, value: { isEmpty: operations.length === 0, newest: operations.find(isInForce) } }
}

function isInForce({ result, isTakenBack, kind }: LoggedOperation): boolean {
  return result === 'done' && !isTakenBack && kind !== 'undo' && kind !== 'redo'
}
