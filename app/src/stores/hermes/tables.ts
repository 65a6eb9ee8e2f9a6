import { basename, dirname } from 'node:path'
import {
  columnsOf,
  type Database,
  type KeptSession,
  type RowLayout,
  type SqlRow,
  type Tables,
  textIn,
} from '../../disk/index.ts'
import { numberOf } from '../rows/cells.ts'
import { tablesIn } from '../rows/schema.ts'
import { lineOf } from './line.ts'
import { follow, rewrite } from './rewrite.ts'
import { standingOf } from './schema.ts'

/** The listing of a connection; a connection whose database was written to since is not used on. */
const listed = new WeakMap<Database, ReadonlyMap<string, KeptSession>>()

/** How Hermes keeps its sessions: each message is a row, in the order of their numbers. */
export const tables: Tables = {
  isDatabase: (path) => basename(path) === 'state.db',
  nameOf: (database, id) => {
    const profile = /[/\\]profiles[/\\]([^/\\]+)$/.exec(dirname(database))?.[1]
    return `${profile ?? 'hermes'}/${id}`
  },
  standingOf,
  sessionsIn: (database) => {
    const all = sessionsIn(database, undefined)
    listed.set(database, new Map(all.map((session) => [session.id, session])))
    return all
  },
  sessionIn: (database, id) => listed.get(database)?.get(id) ?? sessionsIn(database, id)[0],
  layoutOf: () => layout,
  headOf,
  recordIn: lineOf,
  rewrite,
  follow,
}

const layout: RowLayout = {
  main: { name: 'messages', session: 'session_id', key: 'id', order: ['id'] },
  sides: [],
}

const facts = ['id', 'source', 'model', 'parent_session_id', 'end_reason', 'cwd', 'billing_provider', 'title']

function headOf(database: Database, id: string): Uint8Array {
  const names = columnsOf(database, 'sessions').filter((name) => facts.includes(name))
  const asked = names.map((name) => `CAST(${name} AS BLOB) AS ${name}`)
  const [row = {}] = database.all(`SELECT ${asked.join(', ')} FROM sessions WHERE id = ?`, id)
  const known = names.map((name) => [name, textIn(row[name]) ?? null] as const)
  const session = { source: null, end_reason: null, ...Object.fromEntries(known) }
  return Buffer.from(JSON.stringify({ session }))
}

function sessionsIn(database: Database, id: string | undefined): readonly KeptSession[] {
  const values = id === undefined ? [] : [id]
  const where = (column: string): string => (id === undefined ? '' : `WHERE ${column} = ?`)
  const sizes = ['content', 'tool_calls', 'reasoning_content'].map(
    (name) => `coalesce(octet_length(${name}), 0)`,
  )
  const own = columnsOf(database, 'messages').includes('reasoning_content') ? sizes : sizes.slice(0, 2)
  const active = columnsOf(database, 'messages').includes('active') ? 'total(active)' : '0.0'
  const counts = byId(
    database.all(
      `SELECT CAST(session_id AS BLOB) AS id, count(*) AS rows, max(id) AS newest, total(${own.join(' + ')} + 40) AS size, total((id % 1009) * (${own.join(' + ')})) AS weight, max(timestamp) AS last, ${active} AS active FROM messages ${where('session_id')} GROUP BY session_id`,
      ...values,
    ),
  )
  const busy = busyIn(database)
  const [cookie] = database.all('PRAGMA schema_version')
  return database
    .all(`SELECT CAST(id AS BLOB) AS id FROM sessions ${where('id')}`, ...values)
    .flatMap((row) => {
      const name = textIn(row.id)
      if (name === undefined) return []
      const { rows, newest, size, weight, last, active: sent } = counts.get(name) ?? {}
      return {
        id: name,
        size: numberOf(size),
        modified: Math.floor(numberOf(last) * 1000),
        generation: `${cookie?.schema_version} ${rows} ${newest} ${numberOf(sent)} ${numberOf(weight)}`,
        isRunning: busy.has(name),
      }
    })
}

function byId(rows: readonly SqlRow[]): ReadonlyMap<string, SqlRow> {
  return new Map(
    rows.flatMap((row) => {
      const id = textIn(row.id)
      return id === undefined ? [] : [[id, row] as const]
    }),
  )
}

const now = "(julianday('now') - 2440587.5) * 86400"

/** The sessions that a turn or a compression has claimed, and the sessions that go on from them. */
function busyIn(database: Database): ReadonlySet<string> {
  const here = tablesIn(database)
  const claims = [
    ['compression_locks', 'session_id'],
    ['session_turn_leases', 'conversation_id'],
  ].flatMap(([table = '', key]) =>
    here.has(table) ? [`SELECT ${key} FROM ${table} WHERE expires_at > ${now}`] : [],
  )
  if (claims.length === 0 || !columnsOf(database, 'sessions').includes('parent_session_id')) return new Set()
  const sql = `WITH RECURSIVE held(id) AS (${claims.join(' UNION ')} UNION SELECT s.id FROM sessions s JOIN held ON s.parent_session_id = held.id) SELECT CAST(id AS BLOB) AS id FROM held`
  return new Set(database.all(sql).flatMap(({ id }) => textIn(id) ?? []))
}
