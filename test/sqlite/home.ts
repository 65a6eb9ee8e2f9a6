import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Cell, type Database, type Disk, openDisk, rowPathOf } from '../../app/src/disk/index.ts'
import { openDatabase } from '../../app/src/disk/sqlite/driver.ts'
import { type Finds, findOf } from '../../app/src/sessions/find/find.ts'
import { tables } from '../../app/src/stores/index.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { quietProcesses } from '../disk/scratch.ts'
import { isObject } from '../stores/loaders/lines.ts'
import { type Index, indexOf } from '../stores/loaders/openclaw-index.ts'
import type { Json } from '../stores/pi-records.ts'
import { schemaOf } from './schema.ts'

/** A home of OpenClaw with one database in it. */
export interface RowHome {
  readonly folder: string
  readonly database: string
  readonly state: string
  path(id: string): string
  disk(around?: Partial<Disk>): Disk
  find(disk?: Disk): Finds
  /** Opens the database as another program does, for one use. */
  open<Value>(use: (database: Database) => Value): Value
  /** Puts a session into the database. */
  add(id: string, records: readonly (Json | string | Uint8Array)[], more?: { readonly packs?: boolean }): void
  /** All rows of the tables, as text. */
  dump(...names: readonly string[]): string
  /** The records of a session, a line each. */
  lines(id: string): readonly string[]
  /** The names beside the database. */
  names(): readonly string[]
  remove(): void
}

/** How a database keeps its changes. */
export type Journal = 'wal' | 'delete'

/** How a home is made. */
export interface RowHomeOptions {
  readonly version?: number
  readonly journal?: Journal
  readonly place?: string
  readonly schema?: string
}

/** The tables that tell whether a session is the same again. */
export const recordTables = ['transcript_events', 'transcript_event_identities'] as const

const hourAgo = Date.now() - 3_600_000

export function makeRowHome({
  version = 23,
  journal = 'wal',
  place = tmpdir(),
  schema,
}: RowHomeOptions = {}): RowHome {
  const folder = realpathSync(mkdtempSync(join(place, 'mortise-rows-')))
  const database = join(folder, '.openclaw/agents/main/agent/openclaw-agent.sqlite')
  const state = join(folder, 'state')
  mkdirSync(dirname(database), { recursive: true })
  mkdirSync(join(folder, '.openclaw/agents/main/sessions'))
  writeFileSync(database, '')
  const disk = (around: Partial<Disk> = {}): Disk =>
    openDisk(state, { processes: quietProcesses, tables, ...around })
  const open: RowHome['open'] = (use) => {
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
    for (const statement of (schema ?? schemaOf(version)).split(/;\s*(?=CREATE|INSERT|$)/))
      if (statement.trim() !== '') opened.run(statement)
  })
  return {
    folder,
    database,
    state,
    path: (id) => rowPathOf(database, id),
    disk,
    find: (own = disk()) => findOf(own, openclaw, { folder, environment: {}, platform: process.platform }),
    open,
    add: (id, records, more = {}) => open((opened) => addSession(opened, id, records, more)),
    dump: (...names) => open((opened) => names.map((name) => dumpOf(opened, name)).join('\n')),
    lines: (id) =>
      open((opened) =>
        opened
          .all('SELECT event_json AS line FROM transcript_events WHERE session_id = ? ORDER BY seq', id)
          .map(({ line }) => String(line)),
      ),
    names: () => readdirSync(dirname(database)).sort(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function addSession(
  database: Database,
  id: string,
  records: readonly (Json | string | Uint8Array)[],
  { packs = false }: { readonly packs?: boolean },
): void {
  const key = `agent:main:${id}`
  database.run('BEGIN')
  database.run('INSERT INTO session_nodes VALUES (?, ?, ?, ?, ?)', key, id, '{}', BigInt(hourAgo), 'done')
  database.run(
    'INSERT INTO session_windows VALUES (?, ?, ?, ?, ?, NULL, ?)',
    id,
    key,
    BigInt(hourAgo),
    BigInt(hourAgo),
    BigInt(hourAgo),
    'done',
  )
  for (const [seq, record] of records.entries()) addRecord(database, id, seq, record, packs)
  putIndex(database, id, records)
  database.run('INSERT INTO transcript_rewrite_watermarks VALUES (?, ?, ?)', id, 'first', BigInt(hourAgo))
  database.run('COMMIT')
}

/** Puts one record behind the others of a session, as its agent does. */
export function addRecord(
  database: Database,
  id: string,
  seq: number,
  record: Json | string | Uint8Array,
  packs = false,
): void {
  const text = typeof record === 'string' || record instanceof Uint8Array ? record : JSON.stringify(record)
  const time = BigInt(hourAgo + seq)
  const cells: readonly Cell[] = [id, BigInt(seq)]
  const bytes = Buffer.from(text)
  if (packs && bytes.length > 200)
    database.run(
      'INSERT INTO transcript_events (session_id, seq, event_zstd, event_utf8_bytes, navigation_json, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      ...cells,
      packed(bytes),
      BigInt(bytes.length),
      '{"version":1}',
      time,
    )
  else
    database.run(
      'INSERT INTO transcript_events (session_id, seq, event_json, created_at) VALUES (?, ?, CAST(? AS TEXT), ?)',
      ...cells,
      bytes,
      time,
    )
  const {
    id: own,
    type,
    parentId,
  } = (typeof record === 'object' && !(record instanceof Uint8Array) ? record : {}) as Json
  if (typeof own === 'string')
    database.run(
      'INSERT OR IGNORE INTO transcript_event_identities VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      own,
      BigInt(seq),
      String(type),
      typeof parentId === 'string' ? parentId : null,
      `key-${own}`,
      time,
    )
}

/** Writes the index of a session as OpenClaw does, where all records are objects. */
function putIndex(database: Database, id: string, records: readonly unknown[]): void {
  const { active, words, state } = indexOf(
    records.map((record) => (isObject(record) && !(record instanceof Uint8Array) ? record : {})),
  )
  const cellOf = (cell: string | number | null | undefined): Cell =>
    typeof cell === 'number' ? BigInt(cell) : (cell ?? null)
  const put = (table: string, columns: string, cells: readonly Cell[]): number =>
    database.run(`INSERT INTO ${table} (${columns}) VALUES (${cells.map(() => '?').join(', ')})`, ...cells)
  for (const row of active)
    put(
      'session_transcript_active_events',
      'session_id, active_position, event_seq, message_position, context_eligible',
      [id, ...row.map(cellOf)],
    )
  const isNumbered =
    database.all("SELECT 1 AS one FROM sqlite_schema WHERE name = 'session_transcript_fts_rows'").length > 0
  for (const [message, role, text, time] of words) {
    if (isNumbered) put('session_transcript_fts_rows', 'session_id, message_id', [id, cellOf(message)])
    put('session_transcript_fts', 'session_id, message_id, role, text, timestamp', [
      id,
      ...[message, role, text].map(cellOf),
      Number(time),
    ])
  }
  put(
    'session_transcript_index_state',
    'session_id, indexed_seq, leaf_event_id, needs_rebuild, active_event_count, active_message_count, updated_at',
    [id, ...state.map(cellOf), BigInt(hourAgo)],
  )
}

/** The index of a session as it stands in the database, in the shape of the model. */
export function indexIn(home: Pick<RowHome, 'open'>, id: string): Index {
  const rowsOf = (sql: string): Index['active'] =>
    home.open((database) =>
      database
        .all(sql, id)
        .map((row) => Object.values(row).map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell))),
    ) as Index['active']
  return {
    active: rowsOf(
      'SELECT active_position, event_seq, message_position, context_eligible FROM session_transcript_active_events WHERE session_id = ? ORDER BY active_position',
    ),
    words: rowsOf(
      'SELECT message_id, role, text, timestamp FROM session_transcript_fts WHERE session_id = ? ORDER BY rowid',
    ),
    state: rowsOf(
      'SELECT indexed_seq, leaf_event_id, needs_rebuild, active_event_count, active_message_count FROM session_transcript_index_state WHERE session_id = ?',
    )[0] as Index['state'],
  }
}

/** A frame of zstd with its bytes as they are: no compressor is needed to make one. */
export function packed(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(9)
  head.writeUInt32LE(0xfd2fb528, 0)
  head[4] = 0xa0
  head.writeUInt32LE(bytes.length, 5)
  const block = Buffer.alloc(3)
  block.writeUIntLE((bytes.length << 3) | 1, 0, 3)
  return Buffer.concat([head, block, bytes])
}

/** A frame of zstd that a few bytes make very large. */
export function bomb(blocks: number): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])
  const block = (isLast: boolean): Buffer => {
    const bytes = Buffer.alloc(4)
    bytes.writeUIntLE((131_072 << 3) | 2 | Number(isLast), 0, 3)
    bytes[3] = 32
    return bytes
  }
  return Buffer.concat([head, ...Array.from({ length: blocks }, (_, index) => block(index === blocks - 1))])
}

/** All rows of a table, as text. */
export function dumpOf(database: Database, name: string): string {
  const rows = database.all(`SELECT * FROM ${name} ORDER BY 1, 2, 3`)
  const text = (value: Cell): unknown => {
    if (typeof value === 'bigint') return Number(value)
    return value instanceof Uint8Array ? `x'${Buffer.from(value).toString('hex')}'` : value
  }
  return rows.map((row) => JSON.stringify(Object.values(row).map(text))).join('\n')
}
