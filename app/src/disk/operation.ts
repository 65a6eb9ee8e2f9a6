import type { Fingerprint } from './bytes.ts'

/** The kind of an operation. */
export type OperationKind = 'change' | 'create' | 'undo' | 'redo' | 'restore'

/** Bytes that could not be kept in the file: where they stood in it, and the bytes as base64 if they are few. */
export interface CutBytes {
  readonly at: number
  readonly length: number
  readonly base64?: string
}

/** The journal record before anything is changed. */
export interface OperationIntent {
  readonly type: 'intent'
  readonly op: string
  /** The command run that it is part of: what one command did to several files is one thing. */
  readonly run?: string
  readonly time: string
  readonly pid: number
  /** The command that asked for it. */
  readonly command: string
  readonly kind: OperationKind
  readonly path: string
  /** `device:inode` of the file before, unless there was none. */
  readonly key: string | null
  /** The permission bits of the file before. */
  readonly mode: number | null
  /** The bytes before, which are the backup; null where there was no file. */
  readonly before: Fingerprint | null
  /** The bytes after; null where no file is left. */
  readonly after: Fingerprint | null
  /** The operation that this one takes back. */
  readonly reverts?: string
  /** The operation whose earlier bytes this one brings back, whatever came since. */
  readonly restores?: string
  /** The agent's lock that a crash may leave behind. */
  readonly lock?: string
  readonly cut: readonly CutBytes[]
  /** The counts of the command: edits, calls, results. */
  readonly counts: Readonly<Record<string, number>>
}

/** The journal record when the operation is over. */
export interface Ending {
  readonly type: 'ending'
  readonly op: string
  readonly time: string
  readonly result: 'done' | 'failed'
  /** How many bytes another program appended meanwhile, and which were carried over. */
  readonly carried?: number
  /** Set where a later start had to find out. */
  readonly isRecovered?: boolean
}

/** One operation, as the journal tells it. */
export interface Operation extends Omit<OperationIntent, 'type'> {
  readonly result: 'done' | 'failed' | 'unfinished'
  readonly carried: number
}

/** The operations that are in force: done, and not taken back by one that is itself in force. */
export function inForce(operations: readonly Operation[]): ReadonlySet<string> {
  const takenBack = new Set<string>()
  const force = new Set<string>()
  for (const { op, result, reverts } of operations.toReversed()) {
    if (result !== 'done' || takenBack.has(op)) continue
    force.add(op)
    if (reverts !== undefined) takenBack.add(reverts)
  }
  return force
}

/** The newest operation on each file that was done. */
export function newestByPath(operations: readonly Operation[]): ReadonlyMap<string, Operation> {
  return new Map(operations.filter(({ result }) => result === 'done').map((each) => [each.path, each]))
}
