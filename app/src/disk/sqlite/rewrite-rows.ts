import { type Fingerprint, fingerprint, piecesOf } from '../bytes.ts'
import { type Disk, withState } from '../disk.ts'
import { DiskError } from '../failure.ts'
import { liveFailure } from '../liveness.ts'
import { operate } from '../operate.ts'
import type { FileReading } from '../reading.ts'
import type { Replaced, Replacement, Role } from '../replace.ts'
import { bytesOfRows, rowsOf } from './image.ts'
import { rowPathOf } from './row-path.ts'
import { headOf, joined, type RowPlace, recordsOf, rowReadingOf } from './shelf.ts'
import type { RowImage } from './tables.ts'
import { changing, type RowTransaction, refuseUnsafeRows } from './writer.ts'

/** Reads a session in a database, asks what it shall hold, and rewrites its rows; begins anew while it grows. */
export async function rewriteRows(
  disk: Disk,
  place: RowPlace,
  make: (reading: FileReading) => Omit<Replacement, 'reading'> | undefined,
): Promise<Replaced> {
  for (let tries = 10; tries > 0; tries -= 1) {
    const reading = rowReadingOf(disk, place)
    const request = make(reading)
    if (request === undefined) return { state: 'unchanged' }
    const bytes = Buffer.concat(piecesOf(reading.bytes, request.content))
    if (bytes.equals(reading.bytes)) return { state: 'unchanged' }
    const problem = request.check?.(bytes)
    if (problem !== undefined) throw new DiskError('check-failed', problem)
    const replaced = await withState(disk, () =>
      replaceRows(disk, place, reading, { ...request, reading }, bytes),
    )
    if (replaced !== undefined) return replaced
  }
  throw liveFailure(place.name, { state: 'live', because: 'recent', writers: [] })
}

/** Gives a session other bytes; undefined where its rows have changed since they were read. */
function replaceRows(
  disk: Disk,
  place: RowPlace,
  reading: FileReading,
  request: Replacement,
  bytes: Uint8Array,
): Promise<Replaced | undefined> {
  return changing(disk, place, async (change) => {
    const { database } = change
    const rows = rowsOf(database, place.tables.layoutOf(database, place.id), place.id)
    const before = recordsOf(rows, place)
    const head = headOf(database, place)
    if (Buffer.compare(joined([...head, ...before]), reading.bytes) !== 0) return undefined
    refuseUnsafeRows(disk, database, place, request)
    const after = linesIn(behindHead(bytes, joined(head), place))
    place.tables.rewrite(database, place.id, rows, { before, after })
    const done = await concluded(
      disk,
      place,
      change,
      rows,
      { ...request, expected: bytes },
      { kind: 'change' },
    )
    return { state: 'replaced', operation: done.operation, carried: 0, print: done.print }
  })
}

/** The description of an operation on rows. */
export interface RowErrand extends Pick<Replacement, 'command' | 'counts'> {
  /** The bytes that the session shall have now. */
  readonly expected?: Uint8Array
}

/**
 * Ends a change of rows: what depends on them follows, the old ones are kept, and the change is committed.
 *
 * The journal names both images before the commit, which is the one step that counts: after a crash the rows decide.
 */
export async function concluded(
  disk: Disk,
  place: RowPlace,
  { database, commit }: RowTransaction,
  old: readonly RowImage[],
  { command, counts = {}, expected }: RowErrand,
  role: Role,
): Promise<{ readonly operation: string; readonly print: Fingerprint }> {
  const rows = rowsOf(database, place.tables.layoutOf(database, place.id), place.id)
  const records = [...headOf(database, place), ...recordsOf(rows, place)]
  if (expected !== undefined && Buffer.compare(joined(records), expected) !== 0)
    throw new DiskError(
      'disk-failed',
      `The new rows of \`${place.name}\` read otherwise; nothing was changed.`,
    )
  const image = bytesOfRows(old)
  const [before, after] = [fingerprint([image]), fingerprint([bytesOfRows(rows)])]
  const digest = `${before.sha256} ${after.sha256}`
  place.tables.follow(database, place.id, { digest, now: disk.now(), before: old, after: rows })
  const path = rowPathOf(place.database, place.id)
  const plan = { command, ...role, path, key: null, mode: null, before, after, cut: [], counts }
  const { op } = await operate(disk, plan, image, async () => {
    commit()
    return { state: 'done', carried: 0 }
  })
  return { operation: op, print: after }
}

/** The bytes behind the record about the session as a whole, which is never written. */
function behindHead(bytes: Uint8Array, head: Uint8Array, { name }: RowPlace): Uint8Array {
  const own = bytes.subarray(0, head.length)
  if (Buffer.compare(own, head) === 0) return bytes.subarray(head.length)
  throw new DiskError('check-failed', `The record about \`${name}\` as a whole cannot be changed.`)
}

function linesIn(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(10, start)
    const end = next < 0 ? bytes.length : next
    lines.push(bytes.subarray(start, end))
    start = end + 1
  }
  return lines
}
