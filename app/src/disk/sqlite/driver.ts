import { isUtf8 } from 'node:buffer'
import { createRequire } from 'node:module'
import { DiskError } from '../failure.ts'
import { SqliteFailure } from './sqlite-failure.ts'

/**
 * A value in a cell of a table; whole numbers are exact.
 *
 * Text that somebody else wrote is always asked for as bytes, `CAST(… AS BLOB)`: a driver may take text that is no UTF-8
 * for a fault of its own and end the whole process.
 */
export type Cell = null | bigint | number | string | Uint8Array

/** One row of an answer, by the names of its columns. */
export type SqlRow = Readonly<Record<string, Cell>>

/** An open database. */
export interface Database {
  all(sql: string, ...values: readonly Cell[]): readonly SqlRow[]
  /** Runs one statement; returns how many rows it changed. */
  run(sql: string, ...values: readonly Cell[]): number
  close(): void
}

/** The text in a cell that was asked for as bytes; undefined where it is no text that can be asked for again. */
export function textIn(cell: Cell | undefined): string | undefined {
  if (!(cell instanceof Uint8Array) || !isUtf8(cell) || cell.includes(0)) return undefined
  return Buffer.from(cell.buffer, cell.byteOffset, cell.length).toString()
}

/** How a database is opened: for writing, for reading, or for reading a file that nobody writes to. */
export type OpenMode = 'rw' | 'ro' | 'immutable'

/** Opens a database file that is there. */
export function openDatabase(path: string, mode: OpenMode): Database {
  driver ??= nodeDriver() ?? libsqlDriver()
  if (driver === undefined) throw noDriver(path)
  const open = driver
  const database = told(() => open(path, mode))
  connections.set(path, (connections.get(path) ?? 0) + 1)
  let isOpen = true
  const close = (): void => {
    if (isOpen) connections.set(path, (connections.get(path) ?? 1) - 1)
    isOpen = false
    database.close()
  }
  return { ...database, close }
}

/** How many connections this process has to a database. */
const connections = new Map<string, number>()

/** Whether this process has a database open. */
export function isConnected(path: string): boolean {
  return (connections.get(path) ?? 0) > 0
}

type Driver = (path: string, mode: OpenMode) => Database

let driver: Driver | undefined

/** The statements of both drivers, as far as they are alike. */
interface Statement {
  all(...values: readonly unknown[]): readonly Record<string, unknown>[]
  run(...values: readonly unknown[]): { readonly changes: number | bigint }
}

/** Node's own SQLite, which versions before 22.13 have not or hide behind a flag. */
function nodeDriver(): Driver | undefined {
  const module = quietlyLoaded(() => process.getBuiltinModule?.('node:sqlite')) as
    | { readonly DatabaseSync: NodeDatabase }
    | undefined
  if (module === undefined) return undefined
  const { DatabaseSync } = module
  return (path, mode) => {
    // Without `readOnly` a version that knows no addresses would make a file of that name.
    const database = new DatabaseSync(mode === 'rw' ? path : addressOf(path, mode), {
      readOnly: mode !== 'rw',
      enableForeignKeyConstraints: true,
    })
    return wrapped(database, (sql) => {
      const statement = database.prepare(sql)
      statement.setReadBigInts(true)
      return statement
    })
  }
}

type NodeDatabase = new (
  path: string,
  options: { readonly readOnly: boolean; readonly enableForeignKeyConstraints: boolean },
) => { prepare(sql: string): Statement & { setReadBigInts(isOn: boolean): void }; close(): void }

function libsqlDriver(): Driver | undefined {
  const Libsql = installed('libsql') as LibsqlDatabase | undefined
  if (Libsql === undefined) return undefined
  return (path, mode) => {
    const database = new Libsql(addressOf(path, mode))
    return wrapped(database, (sql) => {
      const statement = database.prepare(sql).safeIntegers(true)
      // One list: a blob that stands alone would be taken for values by name, and end the process.
      return { all: (...values) => statement.all(values), run: (...values) => statement.run(values) }
    })
  }
}

type LibsqlDatabase = new (
  path: string,
) => { prepare(sql: string): { safeIntegers(isOn: boolean): Statement }; close(): void }

/** A package that may be installed beside this one; nothing of the folder that a command is run in is ever loaded. */
function installed(name: string): unknown {
  try {
    return createRequire(import.meta.url)(name)
  } catch {
    // It is not installed, or there is no binary of it for this machine.
    return undefined
  }
}

/** Loads a part of Node without the note that it may still change. */
function quietlyLoaded(load: () => unknown): unknown {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

function addressOf(path: string, mode: OpenMode): string {
  const escaped = path.replaceAll('\\', '/').replace(/[%?#]/g, encodeURIComponent)
  return `file:${escaped}?${mode === 'immutable' ? 'immutable=1' : `mode=${mode}`}`
}

function wrapped(database: { close(): void }, prepare: (sql: string) => Statement): Database {
  // A statement that failed because another writes is under way until it is run again: one of each is kept for that.
  const statements = new Map<string, Statement>()
  const statementOf = (sql: string): Statement => {
    const statement = statements.get(sql) ?? prepare(sql)
    if (statements.size < mostStatements) statements.set(sql, statement)
    return statement
  }
  return {
    all: (sql, ...values) =>
      told(() =>
        statementOf(sql)
          .all(...values.map(bound))
          .map(rowOf),
      ),
    run: (sql, ...values) => told(() => Number(statementOf(sql).run(...values.map(bound)).changes)),
    close: () => {
      statements.clear()
      database.close()
    },
  }
}

const mostStatements = 200

function bound(value: Cell): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length) : value
}

function rowOf(row: Record<string, unknown>): SqlRow {
  const cells: Record<string, Cell> = {}
  for (const [name, value] of Object.entries(row))
    cells[name] = value instanceof ArrayBuffer ? new Uint8Array(value) : (value as Cell)
  return cells
}

function told<Value>(run: () => Value): Value {
  try {
    return run()
  } catch (thrown) {
    throw SqliteFailure.of(thrown) ?? thrown
  }
}

function noDriver(path: string): DiskError {
  return new DiskError(
    'no-driver',
    `\`${path}\` is a database, which Node ${process.version} cannot read: use Node 22.13 or later, or run \`npm install libsql\` where Mortise is installed.`,
    4,
    { hint: 'npm install libsql', path },
  )
}
