import type { Fingerprint } from './bytes.ts'
import { type Disk, withState } from './disk.ts'
import { DiskError, type DiskOutcome, outcomeOfAsync } from './failure.ts'
import type { LivenessOptions } from './liveness.ts'
import { inForce, newestByPath, type Operation } from './operation.ts'
import { type History, putBack } from './put-back.ts'
import type { ReplaceRequest, Role } from './replace.ts'

/** Which operation to take back, and what is known about its file. */
export interface Reversal extends Pick<ReplaceRequest, 'command' | 'allow' | 'check'> {
  /** An operation by its id or the beginning of it; without one, the newest that there is. */
  readonly id?: string
  /** Only operations on this file (its path after all links). */
  readonly path?: string
  /** The facts about writers that the store of the file knows. */
  readonly writersOf?: (path: string) => LivenessOptions
  /** Whether what was appended to a file since can stand behind its earlier bytes; left out, it can. */
  readonly canStand?: (path: string, grown: Grown) => boolean
}

/** A file that was appended to since, in its parts. */
export interface Grown {
  readonly earlier: Uint8Array
  readonly current: Uint8Array
  readonly appended: Uint8Array
}

/** A file that has its earlier bytes again. */
export interface Reversed {
  /** The operation that did it, for the next undo. */
  readonly operation: string
  /** The operation that was taken back, or before which the bytes are from. */
  readonly reverted: string
  readonly path: string
  /** How many bytes were appended since; they are kept, after the earlier bytes. */
  readonly grown: number
  /** The fingerprint of the file now; null if the file is gone again. */
  readonly print: Fingerprint | null
}

/** Takes back the newest operation, or the one named: the file gets the bytes from before it. */
export function undo(disk: Disk, request: Reversal): Promise<DiskOutcome<Reversed>> {
  return reverse(disk, request, 'undo')
}

/** Takes back the newest undo, if nothing has been done to its file since. */
export function redo(disk: Disk, request: Reversal): Promise<DiskOutcome<Reversed>> {
  return reverse(disk, request, 'redo')
}

/** Gives a file the bytes from before the operation named, whatever was done to it since. */
export function restore(
  disk: Disk,
  request: Reversal & { readonly id: string },
): Promise<DiskOutcome<Reversed>> {
  return reverse(disk, request, 'restore')
}

/** The acts on an operation of the log. */
export type Act = 'undo' | 'redo' | 'restore'

/** The operations that can be undone, redone or restored now, oldest first. */
export function candidatesFor(disk: Disk, act: Act): readonly Operation[] {
  const operations = disk.journal.operations()
  if (act === 'undo') {
    const force = inForce(operations)
    return operations.filter(({ kind, op }) => force.has(op) && kind !== 'undo' && kind !== 'redo')
  }
  if (act === 'redo') {
    const newest = newestByPath(operations)
    return operations.filter(({ kind, op, path }) => kind === 'undo' && newest.get(path)?.op === op)
  }
  const kept = disk.blobs.list()
  return operations.filter(({ before }) => before !== null && kept.has(before.sha256))
}

function reverse(disk: Disk, request: Reversal, act: Act): Promise<DiskOutcome<Reversed>> {
  return outcomeOfAsync({ verb: 'restored', path: request.path ?? disk.folder, exit: 3 }, () =>
    withState(disk, async () => {
      const operation = pick(candidatesFor(disk, act), disk.journal.operations(), request, nothingTo(act))
      return reverseAlone(disk, request, operation, act)
    }),
  )
}

/** Takes one operation back, for those who are alone already; failures are thrown. */
export function reverseAlone(
  disk: Disk,
  request: Reversal,
  operation: Operation,
  act: Act,
): Promise<Reversed> {
  const newest = newestByPath(disk.journal.operations())
  return putBack(disk, request, historyOf(operation, act, newest), roleOf(operation, act))
}

/** The operations on the file of an operation that an act has to do with. */
export function historyOf(operation: Operation, act: Act, all: ReadonlyMap<string, Operation>): History {
  const newest = all.get(operation.path) ?? operation
  return { operation, left: act === 'restore' ? newest : operation, newest }
}

/** The kind of the operation that an act on another operation is. */
export function roleOf({ op }: Operation, act: Act): Role {
  return { kind: act, ...(act === 'restore' ? { restores: op } : { reverts: op }) }
}

/** Says that no operation is left for an act. */
export function nothingTo(act: Act): string {
  return `There is nothing to ${act}.`
}

/** The newest operation, the newest of a file, or the one named. */
export function pick(
  candidates: readonly Operation[],
  all: readonly Operation[],
  { id, path }: Reversal,
  nothing: string,
): Operation {
  const asked = all.filter(({ op }) => id !== undefined && op.startsWith(id))
  if (id !== undefined && asked.length === 0) {
    throw new DiskError('no-operation', `There is no operation \`${id}\` in the log.`)
  }
  if (asked.length > 1) {
    throw new DiskError('no-operation', `More than one operation begins with \`${id}\` in the log.`)
  }
  const fitting = candidates.filter(
    (each) => (id === undefined || each === asked[0]) && (path === undefined || each.path === path),
  )
  const newest = fitting.at(-1)
  if (newest !== undefined) return newest
  throw new DiskError('no-operation', nothing)
}
