import type { Disk } from '../disk.ts'
import { DiskError } from '../failure.ts'
import { type LivenessOptions, liveFailure } from '../liveness.ts'
import { type Allowed, refuseForeign, refuseOwn } from '../target.ts'
import { type Database, openDatabase, textIn } from './driver.ts'
import { closeReaders, guards } from './reader.ts'
import { keptIn, livenessIn, type RowPlace } from './shelf.ts'
import { busyRows, duringRows, isBusyFailure } from './sqlite-failure.ts'

/** So long another writer is waited for. */
const patienceMs = 2000

/** A change of rows that is under way: it is made whole, or not at all. */
export interface RowTransaction {
  readonly database: Database
  commit(): void
}

/**
 * Opens a database for a change, and makes it alone among all who write to it; what is not committed is void.
 *
 * A database is looked through once before Mortise changes anything in it: rows that are put into a damaged one are lost.
 */
export async function changing<Value>(
  disk: Disk,
  place: RowPlace,
  use: (change: RowTransaction) => Promise<Value>,
): Promise<Value> {
  const { database: path, name } = place
  refuseOwn(disk.folder, path)
  // The last one to close a database takes its log away: that is to be this one.
  closeReaders()
  const connection = duringRows(name, 3, () => takeWriter(disk, path))
  // Another value each time: what was found out of its schema for one change does not count for the next.
  const database = { ...connection }
  let isOpen = false
  let isFine = false
  try {
    checkOnce(disk, database, place)
    await begin(database, name)
    isOpen = true
    const commit = (): void => {
      isOpen = false
      commitOr(() => connection.close(), database, name)
    }
    const value = await use({ database, commit })
    isFine = true
    return value
  } catch (thrown) {
    return duringRows(name, 3, (): never => {
      throw thrown
    })
  } finally {
    if (isOpen) rollBack(database)
    if (isFine) keepWriter(path, connection)
    else connection.close()
  }
}

interface Writer extends Database {
  /** The file that it has open: another one may have taken its place since. */
  readonly key: string
}

/** The connections that nobody uses right now: a run may change thousands of sessions of one database. */
const writers = new Map<string, Writer>()
const idleMs = 200
let isWatched = false

function takeWriter({ files }: Disk, path: string): Writer {
  const { key } = files.stat(path)
  const idle = writers.get(path)
  writers.delete(path)
  if (idle?.key === key) return idle
  idle?.close()
  const database = { ...openDatabase(path, 'rw'), key }
  try {
    for (const pragma of [...guards, 'PRAGMA foreign_keys = ON', 'PRAGMA synchronous = FULL'])
      database.all(pragma)
    return database
  } catch (thrown) {
    database.close()
    throw thrown
  }
}

/** Keeps a connection for a moment; whoever closes a database last takes its log away. */
function keepWriter(path: string, database: Writer): void {
  writers.get(path)?.close()
  writers.set(path, database)
  setTimeout(closeWriters, idleMs).unref()
  if (!isWatched) process.once('exit', closeWriters)
  isWatched = true
}

function closeWriters(): void {
  closeReaders()
  for (const database of writers.values()) database.close()
  writers.clear()
}

/** Commits; where that fails nothing is left open, so that the rows can be looked at. */
function commitOr(close: () => void, database: Database, name: string): void {
  try {
    duringRows(name, 3, () => database.run('COMMIT'))
  } catch (thrown) {
    rollBack(database)
    close()
    throw thrown
  }
}

/** Some failures have rolled back already. */
function rollBack(database: Database): void {
  try {
    database.run('ROLLBACK')
  } catch {
    // Nothing is under way any more.
  }
}

async function begin(database: Database, name: string): Promise<void> {
  const end = performance.now() + patienceMs
  for (let pause = 10; ; pause = Math.min(pause * 2, 200)) {
    try {
      beginNow(database)
      return
    } catch (thrown) {
      if (!isBusyFailure(thrown)) throw thrown
      if (performance.now() >= end) throw busyRows(name, thrown)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Tries once: who waits here lets other things happen meanwhile, which SQLite does not. */
function beginNow(database: Database): void {
  database.all('PRAGMA busy_timeout = 0')
  try {
    database.run('BEGIN IMMEDIATE')
  } finally {
    database.all('PRAGMA busy_timeout = 2000')
  }
}

/** The databases that a run has looked through. */
const checked = new WeakMap<object, Set<string>>()

function checkOnce({ journal }: Disk, database: Database, { database: path, name }: RowPlace): void {
  const known = checked.get(journal) ?? new Set()
  checked.set(journal, known)
  if (known.has(path)) return
  const [row] = duringRows(name, 3, () =>
    database.all('SELECT CAST(quick_check AS BLOB) AS said FROM pragma_quick_check LIMIT 1'),
  )
  if (textIn(row?.said) !== 'ok')
    throw new DiskError(
      'database-damaged',
      `The database of \`${name}\` is damaged; nothing was changed.`,
      3,
      { path },
    )
  known.add(path)
}

/** Refuses what must not be touched: databases of other people and of newer versions, and sessions at work. */
export function refuseUnsafeRows(
  disk: Disk,
  database: Database,
  place: RowPlace,
  { allow = [], ...options }: LivenessOptions & { readonly allow?: readonly Allowed[] },
): void {
  const { tables, name, database: path } = place
  // SQLite keeps a log beside each name: a program that opens the other one does not see it.
  refuseForeign(disk, path, allow, 'under which a program would damage it')
  const { readOnly } = tables.standingOf(database)
  if (readOnly !== undefined) throw new DiskError('read-only', `\`${name}\` is left alone. ${readOnly}`, 3)
  const kept = keptIn(database, place)
  if (allow.includes('live')) return
  const writersOf = (): ReturnType<Parameters<typeof livenessIn>[3]> => {
    const { key } = disk.files.stat(path)
    return disk.processes.writers((each) => each === key)?.get(key)
  }
  const liveness = livenessIn(disk, kept, options, writersOf)
  if (liveness.state === 'live') throw liveFailure(name, liveness)
}
