import { columnsOf, type Database, type DatabaseStanding, textIn } from '../../disk/index.ts'
import {
  type KnownColumns,
  oncePer,
  strangeFollower,
  strangeTable,
  strangeTrigger,
  tablesIn,
} from '../rows/schema.ts'

const times = ['time_created', 'time_updated']

/** The tables that are written to: those of version 1, and that of version 2. */
const columns: KnownColumns = {
  message: ['id', 'session_id', ...times, 'data'],
  part: ['id', 'message_id', 'session_id', ...times, 'data'],
  session_message: ['id', 'session_id', 'type', 'seq', ...times, 'data'],
}

const written = Object.keys(columns)

/** Whether a database holds sessions of this family, and whether its tables are known well enough to be written to. */
export const standingOf: (database: Database) => DatabaseStanding = oncePer((database) => {
  if (!hasFirst(database) && !hasSecond(database))
    return { unread: 'it has no sessions that are known here.' }
  const readOnly =
    strangeTable(database, columns) ??
    strangeTrigger(database, (table) => written.includes(table.toLowerCase())) ??
    strangeFollower(database, written)
  return readOnly === undefined ? {} : { readOnly }
})

/** Whether version 1 keeps sessions in a database. */
export function hasFirst(database: Database): boolean {
  return (
    has(database, 'session', ['id', 'directory', 'title', 'version', 'time_updated', 'revert']) &&
    has(database, 'message', ['id', 'session_id', 'time_created', 'time_updated', 'data']) &&
    has(database, 'part', ['id', 'message_id', 'session_id', 'time_updated', 'data'])
  )
}

/** Whether version 2 does. */
export function hasSecond(database: Database): boolean {
  return (
    has(database, 'session_v2', ['id', 'directory', 'title', 'version', 'time_updated', 'revert']) &&
    has(database, 'session_message', [
      'id',
      'session_id',
      'type',
      'seq',
      'time_created',
      'time_updated',
      'data',
    ])
  )
}

function has(database: Database, table: string, wanted: readonly string[]): boolean {
  if (!tablesIn(database).has(table)) return false
  const names = columnsOf(database, table)
  return wanted.every((name) => names.includes(name))
}

/** Whether version 2 has taken over the sessions of version 1, which it does once. */
export const isImported: (database: Database) => boolean = oncePer((database) => {
  if (!hasFirst(database) || !hasSecond(database) || !has(database, 'kv', ['key', 'value'])) return false
  const [row] = database.all("SELECT CAST(value AS BLOB) AS value FROM kv WHERE key = 'migration.v1-v2'")
  return /"phase"\s*:\s*"completed"/.test(textIn(row?.value) ?? '')
})
