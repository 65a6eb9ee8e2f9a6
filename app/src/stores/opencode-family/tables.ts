import { basename } from 'node:path'
import {
  columnsOf,
  type Database,
  type KeptSession,
  quoted,
  type RowLayout,
  type SqlRow,
  type Tables,
  textIn,
} from '../../disk/index.ts'
import { numberOf } from '../rows/cells.ts'
import { firstLine, secondLine } from './line.ts'
import { rewriteFirst, rewriteSecond } from './rewrite.ts'
import { hasFirst, hasSecond, isImported, standingOf } from './schema.ts'

/** How an agent of this family keeps its sessions: in the rows of version 1, or in those of version 2. */
export function tablesOf(isDatabase: Tables['isDatabase']): Tables {
  /** The listing of a connection; a connection whose database was written to since is not used on. */
  const listed = new WeakMap<Database, ReadonlyMap<string, KeptSession>>()
  return {
    isDatabase,
    nameOf: (database, id) => `${basename(database).replace(/\.db$/, '')}/${id}`,
    standingOf,
    sessionsIn: (database) => {
      const all = sessionsIn(database, undefined)
      listed.set(database, new Map(all.map((session) => [session.id, session])))
      return all
    },
    sessionIn: (database, id) => listed.get(database)?.get(id) ?? sessionsIn(database, id)[0],
    layoutOf: (database, id) => (isSecond(database, id) ? second : first),
    headOf,
    recordIn: (row, name) => ('seq' in row.cells ? secondLine(row, name) : firstLine(row, name)),
    rewrite: (database, id, rows, records) =>
      isSecond(database, id)
        ? rewriteSecond(database, rows, records)
        : rewriteFirst(database, id, rows, records),
    // Nothing else depends on these rows.
    follow: () => undefined,
  }
}

const first: RowLayout = {
  main: { name: 'message', session: 'session_id', key: 'id', order: ['time_created', 'id'] },
  sides: [{ name: 'part', session: 'session_id', of: 'message_id', order: 'id', isInRecord: true }],
}

const second: RowLayout = {
  main: { name: 'session_message', session: 'session_id', key: 'id', order: ['seq'] },
  sides: [],
}

/** Whether version 2 keeps a session: it keeps the rows of version 1 too, and does not look at them. */
function isSecond(database: Database, id: string): boolean {
  return hasSecond(database) && database.all('SELECT 1 AS one FROM session_v2 WHERE id = ?', id).length > 0
}

/** The facts about a session as a whole that matter to who reads its messages. */
const facts = ['id', 'parent_id', 'directory', 'title', 'version', 'revert', 'time_archived']

function headOf(database: Database, id: string): Uint8Array {
  const isOwn = isSecond(database, id)
  const table = isOwn ? 'session_v2' : 'session'
  const names = columnsOf(database, table).filter((name) => facts.includes(name))
  const asked = names.map((name) => `CAST(${quoted(name)} AS BLOB) AS ${quoted(name)}`)
  const [row = {}] = database.all(`SELECT ${asked.join(', ')} FROM ${table} WHERE id = ?`, id)
  const session = Object.fromEntries(names.map((name) => [name, factIn(row, name)]))
  const unseen = !isOwn && isImported(database) ? { isUnseen: true } : {}
  return Buffer.from(JSON.stringify({ session: { directory: '', version: '', ...session, ...unseen } }))
}

function factIn(row: SqlRow, name: string): unknown {
  const text = textIn(row[name]) ?? null
  if (name !== 'revert' || text === null) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The sessions of a database, or the one of an id; those that version 2 has are not counted twice. */
function sessionsIn(database: Database, id: string | undefined): readonly KeptSession[] {
  const seconds = hasSecond(database) ? keptIn(database, 'session_v2', secondCounts, id) : []
  const isKept = new Set(seconds.map((each) => each.id))
  const firsts = hasFirst(database) ? keptIn(database, 'session', firstCounts, id) : []
  return [...seconds, ...firsts.filter((each) => !isKept.has(each.id))]
}

function keptIn(
  database: Database,
  table: string,
  counts: readonly string[],
  id: string | undefined,
): readonly KeptSession[] {
  const values = id === undefined ? [] : [id]
  const where = (column: string): string => (id === undefined ? '' : `WHERE ${column} = ?`)
  const [cookie] = database.all('PRAGMA schema_version')
  const asked = counts.map((sql) =>
    byId(database.all(sql.replace('{where}', where('session_id')), ...values)),
  )
  const sql = `SELECT CAST(id AS BLOB) AS id, CAST(time_updated AS INTEGER) AS at${isSuspended(database, table)} FROM ${table} ${where('id')}`
  return database.all(sql, ...values).flatMap((row) => {
    const own = textIn(row.id)
    if (own === undefined) return []
    const rows = asked.map((each) => each.get(own))
    const sum = (name: string): number => rows.reduce((total, each) => total + numberOf(each?.[name]), 0)
    return {
      id: own,
      size: sum('size') + sum('rows'),
      modified: Math.max(numberOf(row.at), ...rows.map((each) => numberOf(each?.last))),
      generation: `${cookie?.schema_version} ${sum('rows')} ${sum('times')}`,
      isRunning: row.runs === 1n || rows.some((each) => each?.runs === 1n),
    }
  })
}

/** Version 2 marks a session while a turn of it is under way. */
function isSuspended(database: Database, table: string): string {
  return columnsOf(database, table).includes('time_suspended') ? ', time_suspended IS NOT NULL AS runs' : ''
}

function byId(rows: readonly SqlRow[]): ReadonlyMap<string, SqlRow> {
  return new Map(
    rows.flatMap((row) => {
      const id = textIn(row.id)
      return id === undefined ? [] : [[id, row] as const]
    }),
  )
}

const sums =
  'CAST(session_id AS BLOB) AS id, count(*) AS rows, total(octet_length(data)) AS size, total(CAST(time_updated AS INTEGER) % 1000000) AS times'

const isUnended = "json_extract(data, '$.time.completed') IS NULL AND json_extract(data, '$.error') IS NULL"

const runs = (isAnswer: string): string =>
  `CASE WHEN json_valid(data) THEN ${isAnswer} AND ${isUnended} ELSE 0 END AS runs`

// A column beside `max` is of the row that has it: the last message tells whether an answer is still under way.
const firstCounts: readonly string[] = [
  `SELECT ${sums}, max(time_created) AS last, ${runs("json_extract(data, '$.role') = 'assistant'")} FROM message {where} GROUP BY session_id`,
  `SELECT ${sums}, max(CAST(time_updated AS INTEGER)) AS last FROM part {where} GROUP BY session_id`,
]

const secondCounts: readonly string[] = [
  `SELECT ${sums}, max(seq) AS seq, ${runs("type = 'assistant'")} FROM session_message {where} GROUP BY session_id`,
]
