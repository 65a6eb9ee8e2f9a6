import { basename } from 'node:path'
import {
  columnsOf,
  type Database,
  DiskError,
  type KeptSession,
  type RowImage,
  type RowLayout,
  type SqlRow,
  type Tables,
  textIn,
} from '../../disk/index.ts'
import { unzstd } from '../../zstd/unzstd.ts'
import { numberOf } from '../rows/cells.ts'
import { tablesIn } from '../rows/schema.ts'
import { follow } from './follow.ts'
import { rewrite } from './rewrite.ts'
import { standingOf } from './schema.ts'

/** How OpenClaw keeps its sessions since 2026.8: each record is a row, in its order, beside its identity. */
export const tables: Tables = {
  // Databases of locks stand beside it, which go on behind its name: `openclaw-agent.sqlite.reindex-lock.sqlite`.
  isDatabase: (path) => /^openclaw-agent(?:\.(?!sqlite\.)[^/\\]+)?\.sqlite$/.test(basename(path)),
  nameOf: (database, id) =>
    `${/[/\\]agents[/\\]([^/\\]+)[/\\]agent[/\\][^/\\]+$/.exec(database)?.[1] ?? basename(database)}/${id}`,
  standingOf,
  sessionsIn: (database) => {
    const all = sessionsIn(database, undefined)
    listed.set(database, new Map(all.map((session) => [session.id, session])))
    return all
  },
  sessionIn: (database, id) => listed.get(database)?.get(id) ?? sessionsIn(database, id)[0],
  layoutOf: () => layout,
  recordIn,
  rewrite,
  follow: (database, id, change) => follow(database, id, change, (row) => recordIn(row, id)),
}

const layout: RowLayout = {
  main: { name: 'transcript_events', session: 'session_id', key: 'seq', order: ['seq'], isNumbered: true },
  sides: [{ name: 'transcript_event_identities', session: 'session_id', of: 'seq', order: 'event_id' }],
}

/** The listing of a connection; a connection whose database was written to since is not used on. */
const listed = new WeakMap<Database, ReadonlyMap<string, KeptSession>>()

/** The sessions of a database, or the one of an id. */
function sessionsIn(database: Database, id: string | undefined): readonly KeptSession[] {
  const ask = asking(database, id)
  const windows = ask('session_windows', 'session_id', {
    at: 'CAST(transcript_updated_at AS INTEGER)',
    runs: "status IS 'running'",
  })
  const rewrites = ask('transcript_rewrite_watermarks', 'session_id', {
    generation: 'CAST(generation AS BLOB)',
  })
  const nodes = ask('session_nodes', 'current_session_id', { runs: "max(status IS 'running')" })
  const inputs = ask('session_pending_inputs', 'session_id', { runs: "max(state IS 'queued')" })
  // Facts about a session may depend on the schema, which an update changes.
  const [cookie] = database.all('PRAGMA schema_version')
  const counts = ask('transcript_events', 'session_id', {
    rows: 'count(*)',
    size: sizeIn(database),
    last: 'max(CAST(created_at AS INTEGER))',
  })
  return [...counts].map(([own, { rows, size, last }]) => ({
    id: own,
    size: numberOf(size),
    modified: Math.max(numberOf(last), numberOf(windows.get(own)?.at)),
    generation: `${cookie?.schema_version} ${rows} ${textIn(rewrites.get(own)?.generation)}`,
    isRunning: [windows, nodes, inputs].some((each) => each.get(own)?.runs === 1n),
  }))
}

type Ask = (
  table: string,
  key: string,
  columns: Readonly<Record<string, string>>,
) => ReadonlyMap<string, SqlRow>

/** Asks a table for some columns of each session, or of one; a table that is not there knows of none. */
function asking(database: Database, id: string | undefined): Ask {
  const here = tablesIn(database)
  return (table, key, columns) => {
    if (!here.has(table)) return new Map()
    const asked = Object.entries(columns).map(([name, column]) => `${column} AS ${name}`)
    const where = id === undefined ? '' : `WHERE ${key} = ?`
    const sql = `SELECT CAST(${key} AS BLOB) AS id, ${asked.join(', ')} FROM ${table} ${where} GROUP BY ${key}`
    const rows = database.all(sql, ...(id === undefined ? [] : [id]))
    return new Map(rows.flatMap((row) => pairOf(row)))
  }
}

/** A row by its id; none where the id is no text. */
function pairOf(row: SqlRow): readonly (readonly [string, SqlRow])[] {
  const id = textIn(row.id)
  return id === undefined ? [] : [[id, row]]
}

/** About how many bytes the records of a session have; their cells are not read for it. */
function sizeIn(database: Database): string {
  const names = columnsOf(database, 'transcript_events')
  const sizes = ['octet_length(event_json)', 'event_utf8_bytes', 'octet_length(event_zstd)']
  const own = sizes.filter((each) => names.includes(/event_\w+/.exec(each)?.[0] ?? ''))
  return `total(coalesce(${[...own, '0'].join(', ')}) + 1)`
}

/** OpenClaw compresses no record that is larger. */
const largest = 1 << 24

function recordIn({ cells }: RowImage, name: string): Uint8Array {
  const { event_json: text, event_zstd: packed, event_utf8_bytes: size, seq } = cells
  if (text?.type === 'text' || text?.type === 'blob') return text.value as Uint8Array
  const wanted = numberOf(size?.value)
  const isSized = wanted > 0 && wanted <= largest
  const read = packed?.type === 'blob' && isSized ? unzstd(packed.value as Uint8Array, wanted) : undefined
  if (read?.state === 'read' && read.bytes.length === wanted) return read.bytes
  throw new DiskError(
    'no-record',
    `Record ${seq?.value} of \`${name}\` is compressed, and cannot be read.`,
    4,
  )
}
