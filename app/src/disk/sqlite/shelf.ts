import { createHash } from 'node:crypto'
import type { Machine } from '../around.ts'
import { fingerprint } from '../bytes.ts'
import { DiskError, during } from '../failure.ts'
import type { Sight, Stat } from '../files.ts'
import type { Liveness, LivenessOptions } from '../liveness.ts'
import type { FileReading } from '../reading.ts'
import { refuseDetour, type Target, targetIn } from '../target.ts'
import type { Database } from './driver.ts'
import { rowsOf } from './image.ts'
import { readRows } from './reader.ts'
import { type RowPath, rowNameOf, rowPathIn } from './row-path.ts'
import type { KeptSession, RowImage, Tables } from './tables.ts'

/** A session in a database, and all that is needed to get at it. */
export interface RowPlace extends RowPath {
  readonly tables: Tables
  /** The name of the session in sentences. */
  readonly name: string
}

/** The place of a session in a database; what the database is called tells whose it is. */
export function rowPlaceOf(around: Machine, { database, id }: RowPath): RowPlace {
  const real = during({ verb: 'read', path: database, exit: 4 }, () => around.files.realPath(database))
  const tables = around.tables?.find(({ isDatabase }) => isDatabase(real))
  if (tables === undefined)
    throw new DiskError('not-a-file', `\`${database}\` is a database that is not known here.`, 4, {
      path: database,
    })
  return { database: real, id, tables, name: tables.nameOf(real, id) }
}

/** The sessions of a database. */
export interface RowTargets {
  readonly targets: readonly Target[]
  /** Why none of them is to be written to. */
  readonly readOnly: string | undefined
}

/** The sessions of a database, as targets. */
export function rowTargetsIn(around: Machine, tables: Tables, database: string): RowTargets {
  const { files } = around
  const real = during({ verb: 'read', path: database, exit: 4 }, () => files.realPath(database))
  const stat = during({ verb: 'read', path: real, exit: 4 }, () => files.stat(real))
  if (stat.size === 0) return { targets: [], readOnly: undefined }
  return readRows(around, real, (open) => {
    refuseUnread(open, tables, real)
    const targets = tables.sessionsIn(open).map((kept) => targetOf(real, stat, kept))
    return { targets, readOnly: tables.standingOf(open).readOnly }
  })
}

/** One session of a database, as a target. */
export function rowTargetOf(around: Machine, place: RowPlace): Target {
  const { files } = around
  const stat = during({ verb: 'read', path: place.database, exit: 4 }, () => files.stat(place.database))
  return readRows(around, place.database, (open) => targetOf(place.database, stat, keptIn(open, place)))
}

/** The reason why the session that a path names is not to be written to, if there is one. */
export function rowReadOnlyOf(around: Machine, path: string): string | undefined {
  const row = rowPathIn(path)
  if (row === undefined) return undefined
  const { database, tables } = rowPlaceOf(around, row)
  return readRows(around, database, (open) => tables.standingOf(open).readOnly)
}

/** The bytes of a session in a database: a line for each row. */
export function rowReadingOf(around: Machine, place: RowPlace): FileReading {
  const target = rowTargetOf(around, place)
  const bytes = readRows(around, place.database, (open) => bytesIn(open, place))
  const stat: Stat = {
    ...target.stat,
    modifiedNs: BigInt(Math.floor(target.stat.modified)) * 1_000_000n,
    links: 1,
  }
  return { target, stat, bytes, print: fingerprint([bytes]) }
}

/** The bytes of a session in a database that is open. */
function bytesIn(open: Database, place: RowPlace): Uint8Array {
  const { size } = keptIn(open, place)
  if (size > largest)
    throw new DiskError('no-record', `\`${place.name}\` is too large to be read: ${size} bytes.`, 4)
  const { main, sides } = place.tables.layoutOf(open, place.id)
  const layout = { main, sides: sides.filter(({ isInRecord }) => isInRecord) }
  return joined([...headOf(open, place), ...recordsOf(rowsOf(open, layout, place.id), place)])
}

/** The record about a session as a whole, if there is one. */
export function headOf(open: Database, { tables, id }: RowPlace): readonly Uint8Array[] {
  const head = tables.headOf?.(open, id)
  return head === undefined ? [] : [head]
}

/** The records of rows, a line each. */
export function recordsOf(rows: readonly RowImage[], { tables, name }: RowPlace): readonly Uint8Array[] {
  return rows.map((row) => onOneLine(tables.recordIn(row, name)))
}

/** Records as the bytes of a file. */
export function joined(records: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(records.flatMap((record) => [record, lineBreak]))
}

const lineBreak = Buffer.from('\n')
// A session is read whole; no conversation that an API takes comes near this.
const largest = 1 << 30
const space = 32

/** White space between the members of a record may hold line breaks: the row keeps them, the line cannot. */
function onOneLine(record: Uint8Array): Uint8Array {
  if (!record.includes(10) && !record.includes(13)) return record
  return record.map((byte) => (byte === 10 || byte === 13 ? space : byte))
}

/** Whether a session in a database is at work, by what its rows say: its agent has the file open all day. */
export function rowLivenessOf(around: Machine, place: RowPlace, options: LivenessOptions): Liveness {
  const { files, processes } = around
  const kept = readRows(around, place.database, (open) => keptIn(open, place))
  return livenessIn(around, kept, options, () => {
    const stat = files.stat(place.database)
    return options.snapshot?.writersOf(stat) ?? processes.writers((key) => key === stat.key)?.get(stat.key)
  })
}

const defaultRecentMs = 5000

/** The same of a session that is listed; a flag that says it runs is void where nobody has the database open. */
export function livenessIn(
  { now, processes }: Machine,
  { isRunning, modified }: KeptSession,
  { recentMs = defaultRecentMs }: LivenessOptions,
  writersOf: () => readonly { readonly pid: number; readonly name: string }[] | undefined,
): Liveness {
  const writers = isRunning ? (writersOf() ?? []).filter(({ pid }) => pid !== processes.own) : []
  const isBlind = isRunning && processes.writers(() => false) === undefined
  if (writers.length > 0 || isBlind)
    return { state: 'live', because: 'running', writers: writers.map(({ pid, name }) => ({ pid, name })) }
  if (Math.abs(now() - modified) < recentMs) return { state: 'live', because: 'recent', writers: [] }
  return { state: 'idle' }
}

/** A session that is there, in a database that can be read. */
export function keptIn(open: Database, { tables, database, id, name }: RowPlace): KeptSession {
  refuseUnread(open, tables, database)
  const kept = tables.sessionIn(open, id)
  if (kept !== undefined) return kept
  throw new DiskError('not-found', `There is no session \`${name}\` in \`${database}\`.`, 4, {
    path: database,
  })
}

function refuseUnread(open: Database, { standingOf }: Tables, database: string): void {
  const { unread } = standingOf(open)
  if (unread !== undefined)
    throw new DiskError('database-unknown', `\`${database}\` cannot be read: ${unread}`, 4)
}

/** Refuses a path of the journal that leads to another database today. */
export function refuseRowDetour(around: Machine, path: string): void {
  refuseDetour(around, rowPathIn(path)?.database ?? path)
}

function targetOf(database: string, file: Sight, kept: KeptSession): Target {
  const [device = '0'] = file.key.split(':')
  const inode = numberOf(`${file.key}\n${kept.id}\n${kept.generation}`)
  const stat = {
    ...sightOf(file),
    key: `${device}:${inode}`,
    inode,
    size: kept.size,
    modified: kept.modified,
  }
  return targetIn(database, rowNameOf(kept.id), stat)
}

/** The facts that a session shares with its file. */
function sightOf({ mode, owner, group }: Sight): Pick<Sight, 'kind' | 'mode' | 'owner' | 'group'> {
  return { kind: 'file', mode, owner, group }
}

/** A number that stands for a session as an inode does for a file. */
function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6)
}
