import { type Fingerprint, fingerprint, isSame } from './bytes.ts'
import { createAlone } from './create.ts'
import type { Disk } from './disk.ts'
import { DiskError, quietly } from './failure.ts'
import { liveFailure } from './liveness.ts'
import type { Operation } from './operation.ts'
import { type FileReading, readingOf } from './reading.ts'
import { removeAlone } from './remove.ts'
import { type Replacement, type ReplaceRequest, type Role, replaceAlone } from './replace.ts'
import { putRowsBack } from './sqlite/restore-rows.ts'
import { rowPathIn } from './sqlite/row-path.ts'
import { rowPlaceOf } from './sqlite/shelf.ts'
import { type Allowed, refuseDetour, targetOf } from './target.ts'
import type { Grown, Reversal, Reversed } from './undo.ts'

/** The operation whose earlier bytes come back, the one whose bytes they go over, and the last one on that file. */
export interface History {
  readonly operation: Operation
  readonly left: Operation
  readonly newest: Operation
}

/** Brings the bytes from before an operation back, for those who are alone already. */
export async function putBack(
  disk: Disk,
  request: Reversal,
  history: History,
  role: Role,
): Promise<Reversed> {
  const { operation, left } = history
  const { path, op } = operation
  const rows = rowPathIn(path)
  if (rows !== undefined) return putRowsBack(disk, request, rowPlaceOf(disk, rows), history, role)
  const errand = errandFor(disk, request, history)
  for (let tries = 10; tries > 0; tries -= 1) {
    const reading = currentOf(disk, path, left, role)
    const grown = reading === undefined ? 0 : growthSince(reading, history, request.allow ?? [])
    const done = await write(disk, reading, grown, operation, errand, role)
    if (done !== undefined) return { ...done, reverted: op, path, grown }
  }
  throw liveFailure(path, { state: 'live', because: 'recent', writers: [] })
}

/** What is known about the file of an operation, for the one who writes to it. */
function errandFor(disk: Disk, request: Reversal, { operation: { path }, left }: History): Reversal {
  refuseDetour(disk, path)
  // A file that we made ourselves a moment ago is not live for that.
  const isOwn = left.before === null ? { recentMs: 0 } : {}
  return { ...request, ...request.writersOf?.(path), ...isOwn }
}

/** The replacement that brings earlier bytes back, for a file that is there and stays; undefined for any other. */
export function replacementFor(
  disk: Disk,
  request: Reversal,
  history: History,
  role: Role,
): (Replacement & { readonly grown: number }) | undefined {
  const { operation, left } = history
  const { path, before } = operation
  if (before === null || rowPathIn(path) !== undefined) return undefined
  const errand = errandFor(disk, request, history)
  const reading = currentOf(disk, path, left, role)
  if (reading === undefined) return undefined
  const grown = growthSince(reading, history, request.allow ?? [])
  const bytes = bytesBack(disk, before, reading, grown, errand)
  return { ...errand, reading, content: { bytes }, role, grown }
}

/** The earlier bytes of a file, and behind them those that were appended since. */
function bytesBack(
  disk: Disk,
  before: Fingerprint,
  { bytes, target: { path } }: FileReading,
  grown: number,
  errand: Pick<Reversal, 'allow' | 'canStand'>,
): Uint8Array {
  const earlier = disk.blobs.read(before.sha256)
  const appended = bytes.subarray(bytes.length - grown)
  refuseFallen(path, { earlier, current: bytes, appended }, errand)
  return Buffer.concat([earlier, appended])
}

/** The file as it is; nothing where it should be gone, or where it is gone and shall come back. */
function currentOf(disk: Disk, path: string, left: Operation, { kind }: Role): FileReading | undefined {
  const isGone = !quietly(() => disk.files.stat(path))
  if (isGone && (left.after === null || kind === 'restore')) return undefined
  return readingOf(disk, targetOf(disk, path))
}

type Done = Pick<Reversed, 'operation' | 'print'>

async function write(
  disk: Disk,
  reading: FileReading | undefined,
  grown: number,
  { before, mode, path }: Operation,
  errand: ReplaceRequest & Pick<Reversal, 'canStand'>,
  role: Role,
): Promise<Done | undefined> {
  if (before === null) return reading && (await remove(disk, reading, grown, errand, role))
  if (reading === undefined) {
    const earlier = disk.blobs.read(before.sha256)
    const like = mode === null ? {} : { like: { mode } }
    const { operation, print } = await createAlone(disk, { ...errand, path, bytes: earlier, ...like }, role)
    return { operation, print }
  }
  const bytes = bytesBack(disk, before, reading, grown, errand)
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
  reading: FileReading,
  grown: number,
  errand: ReplaceRequest,
  role: Role,
): Promise<Done> {
  if (grown > 0) throw written(reading.target.path)
  const { op } = await removeAlone(disk, reading, errand, role)
  return { operation: op, print: null }
}

/** How much a file has grown since an operation left it; refuses one that was changed otherwise. */
function growthSince(
  { bytes, print, target }: FileReading,
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
