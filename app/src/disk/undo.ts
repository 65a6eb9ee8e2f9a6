import { type Fingerprint, fingerprint, isSame } from './bytes.ts'
import { createAlone } from './create.ts'
import { type Disk, withState } from './disk.ts'
import { DiskError, type DiskOutcome, outcomeOfAsync, quietly } from './failure.ts'
import { type LivenessOptions, liveFailure } from './liveness.ts'
import { inForce, newestByPath, type Operation } from './operation.ts'
import { type Reading, readingOf } from './reading.ts'
import { removeAlone } from './remove.ts'
import { type Errand, type Role, replaceAlone } from './replace.ts'
import { putRowsBack } from './sqlite/restore-rows.ts'
import { rowPathIn } from './sqlite/row-path.ts'
import { rowPlaceOf } from './sqlite/shelf.ts'
import { type Allowed, refuseDetour, targetOf } from './target.ts'

/** Which operation to take back, and what is known about its file. */
export interface Reversal extends Pick<Errand, 'command' | 'allow' | 'check'> {
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
  const newest = newestByPath(disk.journal.operations()).get(operation.path) ?? operation
  const left = act === 'restore' ? newest : operation
  const role = act === 'restore' ? { restores: operation.op } : { reverts: operation.op }
  return putBack(disk, request, { operation, left, newest }, { kind: act, ...role })
}

/** Says that no operation is left for an act. */
export function nothingTo(act: Act): string {
  return `There is nothing to ${act}.`
}

/** The operation whose earlier bytes come back, the one whose bytes they go over, and the last one on that file. */
interface History {
  readonly operation: Operation
  readonly left: Operation
  readonly newest: Operation
}

/** Brings the bytes from before an operation back. */
async function putBack(disk: Disk, request: Reversal, history: History, role: Role): Promise<Reversed> {
  const { operation, left } = history
  const { path, op } = operation
  const rows = rowPathIn(path)
  if (rows !== undefined) return putRowsBack(disk, request, rowPlaceOf(disk, rows), history, role)
  refuseDetour(disk, path)
  // A file that we made ourselves a moment ago is not live for that.
  const isOwn = left.before === null ? { recentMs: 0 } : {}
  const errand = { ...request, ...request.writersOf?.(path), ...isOwn }
  for (let tries = 10; tries > 0; tries -= 1) {
    const reading = currentOf(disk, path, left, role)
    const grown = reading === undefined ? 0 : growthSince(reading, history, request.allow ?? [])
    const done = await write(disk, reading, grown, operation, errand, role)
    if (done !== undefined) return { ...done, reverted: op, path, grown }
  }
  throw liveFailure(path, { state: 'live', because: 'recent', writers: [] })
}

/** The file as it is; nothing where it should be gone, or where it is gone and shall come back. */
function currentOf(disk: Disk, path: string, left: Operation, { kind }: Role): Reading | undefined {
  const isGone = !quietly(() => disk.files.stat(path))
  if (isGone && (left.after === null || kind === 'restore')) return undefined
  return readingOf(disk, targetOf(disk, path))
}

type Done = Pick<Reversed, 'operation' | 'print'>

async function write(
  disk: Disk,
  reading: Reading | undefined,
  grown: number,
  { before, mode, path }: Operation,
  errand: Errand & Pick<Reversal, 'canStand'>,
  role: Role,
): Promise<Done | undefined> {
  if (before === null) return reading && (await remove(disk, reading, grown, errand, role))
  const earlier = disk.blobs.read(before.sha256)
  if (reading === undefined) {
    const like = mode === null ? {} : { like: { mode } }
    const { operation, print } = await createAlone(disk, { ...errand, path, bytes: earlier, ...like }, role)
    return { operation, print }
  }
  const appended = reading.bytes.subarray(reading.bytes.length - grown)
  refuseFallen(path, { earlier, current: reading.bytes, appended }, errand)
  const bytes = Buffer.concat([earlier, appended])
  const replaced = await replaceAlone(disk, { ...errand, reading, content: { bytes } }, role)
  if (replaced.state === 'unchanged') throw alreadySo(path)
  if (replaced.state === 'grown') return undefined
  return { operation: replaced.operation, print: replaced.print }
}

/** Words that were said since are not lost by bringing back earlier rows. */
function refuseFallen(
  path: string,
  grown: Grown,
  { allow = [], canStand }: Pick<Reversal, 'allow' | 'canStand'>,
): void {
  if (grown.appended.length === 0 || allow.includes('changed') || canStand?.(path, grown) !== false) return
  throw new DiskError(
    'changed',
    `\`${path}\` was gone on with since, from what this would take away; nothing was changed.`,
  )
}

async function remove(
  disk: Disk,
  reading: Reading,
  grown: number,
  errand: Errand,
  role: Role,
): Promise<Done> {
  if (grown > 0) throw written(reading.target.path)
  const { op } = await removeAlone(disk, reading, errand, role)
  return { operation: op, print: null }
}

/** How much a file has grown since an operation left it; refuses one that was changed otherwise. */
function growthSince(
  { bytes, print, target }: Reading,
  { operation: { before }, left: { after }, newest }: History,
  allow: readonly Allowed[],
): number {
  if (isSame(print, after)) return 0
  if (isSame(print, before)) throw alreadySo(target.path)
  const hasGrown = after !== null && isSame(fingerprint([bytes.subarray(0, after.size)]), after)
  if (hasGrown) return bytes.length - after.size
  if (allow.includes('changed')) return 0
  throw isSame(print, newest.after) ? changedAgain(newest) : written(target.path)
}

function pick(
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

function alreadySo(path: string): DiskError {
  return new DiskError('no-operation', `\`${path}\` holds the earlier bytes already; nothing was changed.`)
}

function changedAgain({ path, op }: Operation): DiskError {
  return new DiskError(
    'changed',
    `Operation \`${op}\` changed \`${path}\` again since: take that one back first; nothing was changed.`,
  )
}

function written(path: string): DiskError {
  return new DiskError('changed', `\`${path}\` was written to by another program since; nothing was changed.`)
}
