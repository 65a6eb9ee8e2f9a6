import {
  type FileContent,
  type Fingerprint,
  fingerprint,
  fingerprintOfHandle,
  isSame,
  piecesOf,
  readRange,
} from './bytes.ts'
import { type Disk, withState } from './disk.ts'
import { writeNew } from './durable.ts'
import { DiskError, type DiskOutcome, during, duringAsync, outcomeOfAsync, quietly } from './failure.ts'
import { type LivenessOptions, liveFailure, livenessOf, lockFailure } from './liveness.ts'
import { noLock } from './lock.ts'
import { type Acted, type OperationPlan, operate } from './operate.ts'
import type { CutBytes, OperationKind } from './operation.ts'
import { type FileReading, readingOf } from './reading.ts'
import { rewriteRows } from './sqlite/rewrite-rows.ts'
import { rowPathIn } from './sqlite/row-path.ts'
import { rowPlaceOf } from './sqlite/shelf.ts'
import { sideNames, swap } from './swap.ts'
import { type Allowed, refuseForeign, refuseOwn, targetOf } from './target.ts'

/** The command, the checks and the permissions of an operation. */
export interface ReplaceRequest extends LivenessOptions {
  /** The command that asks for it, for the log. */
  readonly command: string
  readonly allow?: readonly Allowed[]
  /** Looks at the bytes as they were written, before they count; a sentence says why they must not. */
  readonly check?: (bytes: Uint8Array) => string | undefined
  readonly counts?: Readonly<Record<string, number>>
}

/** One file that shall hold other bytes. */
export interface Replacement extends ReplaceRequest {
  readonly reading: FileReading
  readonly content: FileContent
  /** The stretches of the original that are cut out because nobody can read them. */
  readonly cut?: readonly { readonly start: number; readonly end: number }[]
  /** The kind of its operation, for one of several files: a change unless said otherwise. */
  readonly role?: Role
}

/** The outcome of a replacement. */
export type Replaced =
  /** The bytes are those that the file has: nothing was written. */
  | { readonly state: 'unchanged' }
  /** Another program appended meanwhile: read again and plan again. */
  | { readonly state: 'grown'; readonly by: number }
  | {
      readonly state: 'replaced'
      readonly operation: string
      /** How many bytes another program appended during the swap; they follow the new bytes. */
      readonly carried: number
      readonly print: Fingerprint
    }

/** The kind of an operation in the journal, and the operation that it takes back or restores. */
export interface Role {
  readonly kind: OperationKind
  readonly reverts?: string
  readonly restores?: string
}

const fewBytes = 4096

/** Gives a file other bytes: backup first, then all or nothing. */
export function replaceFile(disk: Disk, request: Replacement): Promise<DiskOutcome<Replaced>> {
  const doing = { verb: 'replaced', path: request.reading.target.path, exit: 3 } as const
  return outcomeOfAsync(doing, async () => {
    // A file that needs nothing leaves no trace, not even in our own folder.
    if (isUnchanged(request)) return { state: 'unchanged' }
    return withState(disk, () => replaceAlone(disk, request, { kind: 'change' }))
  })
}

/**
 * Reads a file, asks what it shall hold, and replaces it; begins anew while it grows.
 *
 * `make` gives nothing where nothing is to be done.
 */
export function rewriteFile(
  disk: Disk,
  path: string,
  make: (reading: FileReading) => Omit<Replacement, 'reading'> | undefined,
): Promise<DiskOutcome<Replaced>> {
  return outcomeOfAsync({ verb: 'replaced', path, exit: 3 }, async () => {
    const rows = rowPathIn(path)
    if (rows !== undefined) return rewriteRows(disk, rowPlaceOf(disk, rows), make)
    for (let tries = 10; ; tries -= 1) {
      const reading = readingOf(disk, targetOf(disk, path))
      const request = make(reading)
      if (request === undefined) return { state: 'unchanged' }
      const outcome = await replaceFile(disk, { ...request, reading })
      if (!outcome.ok) throw outcome.error
      if (outcome.value.state !== 'grown') return outcome.value
      if (tries === 0) throw liveFailure(path, { state: 'live', because: 'recent', writers: [] })
    }
  })
}

/** The same as `replaceFile` for those who are alone already; failures are thrown. */
export async function replaceAlone(disk: Disk, request: Replacement, role: Role): Promise<Replaced> {
  const { bytes } = request.reading
  if (isUnchanged(request)) return { state: 'unchanged' }
  refuseUnsafe(disk, request)
  const pieces = piecesOf(bytes, request.content)
  const after = fingerprint(pieces)
  const { op, ...acted } = await operate(disk, planOf(request, role, after), bytes, (intent) =>
    exchange(disk, request, { pieces, after, op: intent.op }),
  )
  if (acted.state === 'grown') return acted
  return { state: 'replaced', operation: op, carried: acted.carried, print: after }
}

/** The journal's record of a replacement before it begins. */
export function planOf(request: Replacement, role: Role, after: Fingerprint): OperationPlan {
  const { target, bytes, print, stat } = request.reading
  const lock = request.lock?.fileOf(target.path)
  return {
    command: request.command,
    ...role,
    path: target.path,
    key: stat.key,
    mode: stat.mode,
    before: print,
    after,
    ...(lock === undefined ? {} : { lock }),
    cut: (request.cut ?? []).map((range) => cutOf(bytes, range)),
    counts: request.counts ?? {},
  }
}

/** Refuses what must not be touched: our own files, other people's, and those that somebody writes to. */
export function refuseUnsafe(disk: Disk, { reading, allow = [], ...options }: Replacement): void {
  const { target } = reading
  refuseOwn(disk.folder, target.path)
  refuseForeign(disk, target.path, allow)
  if (allow.includes('live')) return
  const liveness = livenessOf(disk, { path: target.path, stat: reading.stat }, options)
  if (liveness.state === 'live') throw liveFailure(target.path, liveness, options.lock?.fileOf(target.path))
}

/** The content of the fresh file, and its operation. */
interface Fresh {
  readonly pieces: readonly Uint8Array[]
  readonly after: Fingerprint
  readonly op: string
}

/** Writes the fresh file, then takes the agent's lock only for the swap. */
async function exchange(disk: Disk, request: Replacement, { pieces, after, op }: Fresh): Promise<Acted> {
  const { files } = disk
  const { reading, lock = noLock } = request
  const { path } = reading.target
  const doing = { verb: 'replaced', path, exit: 3 } as const
  const names = sideNames(path, op)
  const handle = during(doing, () => writeNew(files, names.fresh, pieces, reading.stat))
  try {
    during(doing, () => checkWritten(disk, handle, after, path, request.check))
    const held = await duringAsync(doing, () => lock.acquire(path, disk))
    if (!held.isHeld) throw lockFailure(path, held.by)
    try {
      const isStillLocked = held.isStillOurs
      return during(doing, () => swap(disk, { reading, names, handle, after, isStillLocked }))
    } finally {
      held.release()
    }
  } finally {
    quietly(() => files.close(handle))
  }
}

/** Reads the fresh file back, and asks whether it may count. */
export function checkWritten(
  { files }: Disk,
  handle: number,
  after: Fingerprint,
  path: string,
  check: ReplaceRequest['check'],
): void {
  if (!isSame(fingerprintOfHandle(files, handle, after.size + 1), after)) {
    throw new DiskError(
      'disk-failed',
      `What was written for \`${path}\` reads otherwise; nothing was changed.`,
    )
  }
  const problem = check?.(readRange(files, handle, 0, after.size))
  if (problem !== undefined) throw new DiskError('check-failed', problem)
}

/** Whether a file holds already what it shall hold. */
export function isUnchanged({ reading, content }: Replacement): boolean {
  let at = 0
  for (const piece of piecesOf(reading.bytes, content)) {
    if (Buffer.compare(piece, reading.bytes.subarray(at, at + piece.length)) !== 0) return false
    at += piece.length
  }
  return at === reading.bytes.length
}

function cutOf(
  bytes: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
): CutBytes {
  const length = end - start
  if (length > fewBytes) return { at: start, length }
  return { at: start, length, base64: Buffer.from(bytes.subarray(start, end)).toString('base64') }
}
