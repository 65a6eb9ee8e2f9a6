import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Database, type Disk, openDisk, rowPathOf } from '../../app/src/disk/index.ts'
import { openDatabase } from '../../app/src/disk/sqlite/driver.ts'
import { type Found, findOf } from '../../app/src/sessions/find/find.ts'
import type { DatabaseStore, Store } from '../../app/src/stores/contract/store.ts'
import { stores, tables } from '../../app/src/stores/index.ts'
import { quietProcesses } from '../disk/scratch.ts'
import type { Sample } from '../stores/conforms.ts'
import { dumpOf, type Journal } from './home.ts'

/** How an agent keeps sessions in a database, for tests that make one. */
export interface AgentRows {
  readonly name: string
  readonly agent: string
  /** Below the user's folder. */
  readonly file: string
  readonly schema: string
  /** The tables that a change writes to. */
  readonly tables: readonly string[]
  readonly samples: readonly Sample[]
  /** Puts a session into a database; its records as the store reads them, the first of which tells of the session. */
  add(database: Database, id: string, records: readonly object[]): void
}

/** A home with one database of an agent. */
export interface AgentHome {
  readonly folder: string
  readonly state: string
  readonly database: string
  path(id: string): string
  disk(around?: Partial<Disk>): Disk
  find(disk?: Disk): ReturnType<typeof findOf>
  found(id: string, disk?: Disk): Found
  open<Value>(use: (database: Database) => Value): Value
  /** All rows of the tables that a change writes to, as text. */
  rows(): string
  remove(): void
}

/** The store of an agent's databases. */
export function databaseStoreOf(agent: string): {
  readonly store: Store
  readonly inDatabase: DatabaseStore
} {
  const store = stores.find(({ name }) => name === agent)
  if (store?.inDatabase === undefined) throw new Error(`${agent} keeps no sessions in databases.`)
  return { store, inDatabase: store.inDatabase }
}

export function makeAgentHome(
  rows: AgentRows,
  place: string = tmpdir(),
  journal: Journal = 'wal',
): AgentHome {
  const folder = realpathSync(mkdtempSync(join(place, 'mortise-agent-rows-')))
  const database = join(folder, rows.file)
  const state = join(folder, 'state')
  mkdirSync(dirname(database), { recursive: true })
  writeFileSync(database, '')
  const { store } = databaseStoreOf(rows.agent)
  const disk = (around: Partial<Disk> = {}): Disk =>
    openDisk(state, { processes: quietProcesses, tables, ...around })
  const find: AgentHome['find'] = (own = disk()) =>
    findOf(own, store, { folder, environment: {}, platform: process.platform })
  const open: AgentHome['open'] = (use) => {
    const opened = openDatabase(database, 'rw')
    try {
      opened.all('PRAGMA foreign_keys = ON')
      return use(opened)
    } finally {
      opened.close()
    }
  }
  open((opened) => {
    opened.all(`PRAGMA journal_mode = ${journal}`)
    for (const statement of statementsOf(rows)) if (statement.trim() !== '') opened.run(statement)
  })
  return {
    folder,
    state,
    database,
    path: (id) => rowPathOf(database, id),
    disk,
    find,
    found: (id, own) => {
      const found = find(own).found.find(({ target }) => target.path === rowPathOf(database, id))
      if (found === undefined) throw new Error(`There is no session ${id}.`)
      return found
    },
    open,
    rows: () => open((opened) => rows.tables.map((name) => dumpOf(opened, name)).join('\n')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Opens a new database of an agent at a path, and puts a session into it. */
export function writeAgentDatabase(
  path: string,
  rows: AgentRows,
  id: string,
  records: readonly object[],
): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  const database = openDatabase(path, 'rw')
  try {
    for (const statement of statementsOf(rows)) if (statement.trim() !== '') database.run(statement)
    rows.add(database, id, records)
  } finally {
    database.close()
  }
}

/** The statements of a schema; those inside a trigger end in the same line. */
function statementsOf({ schema }: AgentRows): readonly string[] {
  return schema.split(/;\s*(?=CREATE |INSERT INTO schema_version|$)/)
}
