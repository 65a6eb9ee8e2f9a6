import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Machine } from '../around.ts'
import { readRange, withHandle } from '../bytes.ts'
import { writeNew } from '../durable.ts'
import { errnoOf } from '../errno.ts'
import { quietly } from '../failure.ts'
import { flags } from '../files.ts'
import { type Database, isConnected, openDatabase } from './driver.ts'
import { busyRows, duringRows, isRecoveryFailure } from './sqlite-failure.ts'

type MachineFiles = Machine['files']

interface RowReader {
  readonly database: Database
  /** Whether it sees what others write, by SQLite's own locks; else only files that stay the same may be read so. */
  readonly isShared: boolean
  /** The files as they were when it was opened. */
  readonly stamp: string
  close(): void
}

const tries = 5

/**
 * Reads a database: nothing is left beside it, and nobody has to wait for it.
 *
 * ```
 * nothing stands beside it            immutable=1    else SQLite may make a log and its index
 * a log that somebody has open        mode=ro        their index is there already
 * the journal of somebody             mode=ro        SQLite's own locks see to it
 * a log or journal left behind        a copy         to recover it would write to it
 * ```
 * The file itself is never opened by other means than SQLite while SQLite has it open.
 *
 * All that one use reads is of one moment. A file that changed meanwhile, unseen by SQLite, is read again.
 */
export function readRows<Value>(around: Machine, path: string, use: (database: Database) => Value): Value {
  for (let left = tries; left > 0; left--) {
    const reader = readerOf(around, path)
    const isSame = (): boolean => reader.isShared || reader.stamp === stampOf(around.files, path)
    try {
      const value = duringRows(path, 4, () => inOneMoment(reader.database, use))
      if (isSame()) return value
    } catch (thrown) {
      if (isSame()) throw thrown
    }
    forget(path)
  }
  throw busyRows(path)
}

function inOneMoment<Value>(database: Database, use: (database: Database) => Value): Value {
  database.run('BEGIN')
  try {
    return use(database)
  } finally {
    database.run('ROLLBACK')
  }
}

/** Those that are open: the sessions of one database are read one after the other. */
const readers = new Map<string, RowReader>()

function readerOf({ files }: Machine, path: string): RowReader {
  const known = readers.get(path)
  const stamp = stampOf(files, path)
  if (known !== undefined && known.stamp === stamp) return known
  forget(path)
  const reader = duringRows(path, 4, () => opened(files, path, stamp))
  if (readers.size === 0) setImmediate(closeReaders)
  readers.set(path, reader)
  return reader
}

function forget(path: string): void {
  readers.get(path)?.close()
  readers.delete(path)
}

/** Closes all that was opened for reading. */
export function closeReaders(): void {
  for (const path of [...readers.keys()]) forget(path)
}

function opened(files: MachineFiles, path: string, stamp: string): RowReader {
  const hasLog = sizeOf(files, `${path}-wal`) !== undefined
  const hasIndex = sizeOf(files, `${path}-shm`) !== undefined
  const hasJournal = (sizeOf(files, `${path}-journal`) ?? 0) > 0
  if (hasLog && !hasIndex) return copied(files, path, stamp)
  const isShared = hasLog || hasJournal
  try {
    return readerOn(openDatabase(path, isShared ? 'ro' : 'immutable'), isShared, stamp)
  } catch (thrown) {
    if (!isRecoveryFailure(thrown)) throw thrown
    return copied(files, path, stamp)
  }
}

/** Prepares a database for reading; what a schema names is not run. */
function readerOn(database: Database, isShared: boolean, stamp: string, remove = (): void => {}): RowReader {
  const close = (): void => {
    database.close()
    remove()
  }
  try {
    for (const pragma of guards) database.all(pragma)
    database.all('SELECT count(*) FROM sqlite_schema')
  } catch (thrown) {
    close()
    throw thrown
  }
  return { database, isShared, stamp, close }
}

/** Settings that keep a database made by somebody else from running anything by its schema. */
export const guards: readonly string[] = [
  'PRAGMA trusted_schema = OFF',
  'PRAGMA cell_size_check = ON',
  // Also a reader meets a database that is being opened, recovered or closed by another.
  'PRAGMA busy_timeout = 2000',
]

/** A copy for nobody else to read, with what stands beside it; gone again once it is open, or when it is closed. */
function copied(files: MachineFiles, path: string, stamp: string): RowReader {
  const folder = join(tmpdir(), `mortise-${randomBytes(8).toString('hex')}`)
  const copy = join(folder, 'copy.sqlite')
  const remove = (): void => {
    for (const end of ['', '-wal', '-shm', '-journal']) quietly(() => files.remove(`${copy}${end}`))
    quietly(() => files.removeFolder(folder))
  }
  // On POSIX, to close a file is to drop every lock that this process has on it, those of SQLite too.
  closeReaders()
  if (isConnected(path)) throw busyRows(path)
  files.makeFolder(folder, 0o700)
  try {
    for (const end of ['', '-wal', '-journal']) copyFile(files, `${path}${end}`, `${copy}${end}`)
    const reader = readerOn(openDatabase(copy, 'rw'), false, stamp, remove)
    if (process.platform !== 'win32') remove()
    return reader
  } catch (thrown) {
    remove()
    throw thrown
  }
}

function copyFile(files: MachineFiles, from: string, to: string): void {
  const size = sizeOf(files, from)
  if (size === undefined) return
  const bytes = withHandle(files, from, flags.read, (handle) => readRange(files, handle, 0, size))
  files.close(writeNew(files, to, [bytes], undefined))
}

/** The stamp by which a change of a database or of its log is seen. */
function stampOf(files: MachineFiles, path: string): string {
  return ['', '-wal', '-journal'].map((end) => fileStampOf(files, `${path}${end}`)).join(' ')
}

function fileStampOf(files: MachineFiles, path: string): string {
  const stat = statOf(files, path)
  return stat === undefined ? '-' : `${stat.key}/${stat.size}/${stat.modifiedNs}`
}

function sizeOf(files: MachineFiles, path: string): number | undefined {
  return statOf(files, path)?.size
}

function statOf(files: MachineFiles, path: string): ReturnType<MachineFiles['stat']> | undefined {
  try {
    return files.stat(path)
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}
