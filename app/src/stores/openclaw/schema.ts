import { columnsOf, type Database, type Standing, textIn } from '../../disk/index.ts'

/** The versions of OpenClaw's tables that are known well enough to write to them. */
const known = { first: 14, last: 24 }

const records = 'transcript_events'
const identities = 'transcript_event_identities'

/** The tables that a change of records writes to; without one of them a database is only read. */
const written = [
  records,
  identities,
  'session_transcript_index_state',
  'session_transcript_active_events',
  'transcript_rewrite_watermarks',
]

const columns: Readonly<Record<string, readonly string[]>> = {
  [records]: [
    'session_id',
    'seq',
    'event_json',
    'created_at',
    'event_zstd',
    'event_utf8_bytes',
    'navigation_json',
  ],
  [identities]: [
    'session_id',
    'event_id',
    'seq',
    'event_type',
    'parent_id',
    'message_idempotency_key',
    'created_at',
  ],
}

/** Whether a database holds OpenClaw's tables, and whether they are known well enough to be written to. */
export const standingOf: (database: Database) => Standing = oncePer((database) => {
  const unread = unreadBecause(database)
  if (unread !== undefined) return { unread }
  const readOnly = readOnlyBecause(database)
  return readOnly === undefined ? {} : { readOnly }
})

/** Asks a connection once: one whose schema changes is not used on. */
function oncePer<Value>(ask: (database: Database) => Value): (database: Database) => Value {
  const known = new WeakMap<Database, { readonly value: Value }>()
  return (database) => {
    const answer = known.get(database) ?? { value: ask(database) }
    known.set(database, answer)
    return answer.value
  }
}

/** The tables of a database: a view of such a name runs what somebody wrote into it, and is never asked. */
export const tablesIn: (database: Database) => ReadonlySet<string> = oncePer((database) => {
  const rows = database.all(
    "SELECT CAST(name AS BLOB) AS name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
  )
  return new Set(rows.flatMap(({ name }) => textIn(name) ?? []))
})

function unreadBecause(database: Database): string | undefined {
  if (!tablesIn(database).has(records)) return `it has no table \`${records}\`.`
  const own = columnsOf(database, records)
  const isThere = ['session_id', 'seq', 'created_at'].every((name) => own.includes(name))
  const holds = own.includes('event_json') || own.includes('event_zstd')
  return isThere && holds ? undefined : `its table \`${records}\` is not that of OpenClaw.`
}

function readOnlyBecause(database: Database): string | undefined {
  const version = versionOf(database)
  if (version === undefined) return 'The database does not say which version of OpenClaw wrote it.'
  if (version > known.last)
    return `The database has schema ${version} of OpenClaw, which is newer than what is known here (${known.last}).`
  if (version < known.first)
    return `The database has schema ${version} of OpenClaw, which is older than what is known here (${known.first}): OpenClaw brings it up to date when it starts.`
  const here = tablesIn(database)
  const missing = written.find((name) => !here.has(name))
  if (missing !== undefined) return `The database has no table \`${missing}\`.`
  return strangeTable(database) ?? strangeCompany(database)
}

/** The version that the database says it has. */
function versionOf(database: Database): number | undefined {
  if (!tablesIn(database).has('schema_meta')) return undefined
  const [row] = database.all(
    "SELECT CAST(schema_version AS INTEGER) AS version FROM schema_meta WHERE meta_key = 'primary'",
  )
  const version = row?.version
  return typeof version === 'bigint' ? Number(version) : undefined
}

function strangeTable(database: Database): string | undefined {
  const [encoding] = database.all('PRAGMA encoding')
  if (encoding?.encoding !== 'UTF-8') return 'The database keeps its texts in another encoding than UTF-8.'
  if (!columnsOf(database, records).includes('event_json'))
    return 'Its records are kept compressed alone, and Mortise cannot write them so.'
  for (const [table, own] of Object.entries(columns)) {
    const strange = columnsOf(database, table).find((name) => !own.includes(name))
    if (strange !== undefined)
      return `Its table \`${table}\` has a column that is not known here: \`${strange}\`.`
  }
  const [made] = database.all('SELECT CAST(sql AS BLOB) AS sql FROM sqlite_schema WHERE name = ?', records)
  return /\)\s*STRICT\s*$/i.test(textIn(made?.sql) ?? '')
    ? undefined
    : `Its table \`${records}\` is not that of OpenClaw.`
}

/** Triggers and tables that nobody here knows would be run, or emptied, with a change of records. */
function strangeCompany(database: Database): string | undefined {
  const names = written.map(() => '?').join(', ')
  const [trigger] = database.all(
    `SELECT CAST(name AS BLOB) AS name, CAST(tbl_name AS BLOB) AS of FROM sqlite_schema WHERE type = 'trigger' AND tbl_name COLLATE NOCASE IN (${names})`,
    ...written,
  )
  if (trigger !== undefined)
    return `Its table \`${textIn(trigger.of)}\` has a trigger that is not known here: \`${textIn(trigger.name)}\`.`
  const follower = [...tablesIn(database)].find(
    (table) => !written.includes(table) && dependsOnRecords(database, table),
  )
  return follower === undefined
    ? undefined
    : `Its table \`${follower}\` depends on the records, and is not known here.`
}

function dependsOnRecords(database: Database, table: string): boolean {
  const keys = database.all('SELECT CAST("table" AS BLOB) AS of FROM pragma_foreign_key_list(?)', table)
  return keys.some(({ of }) => [records, identities].includes(textIn(of)?.toLowerCase() ?? ''))
}

/** Whether a change of a table runs something else. */
export function hasTriggers(database: Database, table: string): boolean {
  const sql =
    "SELECT 1 AS one FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE LIMIT 1"
  return database.all(sql, table).length > 0
}
