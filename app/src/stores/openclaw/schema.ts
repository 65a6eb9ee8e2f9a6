import { columnsOf, type Database, type Standing, textIn } from '../../disk/index.ts'
import { versions } from './versions.ts'

const known = versions.schema

const records = 'transcript_events'
const identities = 'transcript_event_identities'
const search = 'session_transcript_fts'
const searchRows = 'session_transcript_fts_rows'

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
  session_transcript_index_state: [
    'session_id',
    'indexed_seq',
    'leaf_event_id',
    'needs_rebuild',
    'active_event_count',
    'active_message_count',
    'updated_at',
  ],
  session_transcript_active_events: [
    'session_id',
    'active_position',
    'event_seq',
    'message_position',
    'context_eligible',
  ],
  [searchRows]: ['id', 'session_id', 'message_id'],
}

/** Columns that only some versions have. */
const optional: readonly string[] = ['event_json', 'event_zstd', 'event_utf8_bytes', 'navigation_json']

/** The search over the words of messages, and the trigger by which its rows go with the rows that name them. */
const own: Readonly<Record<string, string>> = {
  [search]: `CREATE VIRTUAL TABLE ${search} USING fts5( text, session_id UNINDEXED, message_id UNINDEXED, role UNINDEXED, timestamp UNINDEXED, tokenize = 'unicode61 remove_diacritics 2' )`,
  [`${searchRows}_after_delete`]: `CREATE TRIGGER ${searchRows}_after_delete AFTER DELETE ON ${searchRows} BEGIN DELETE FROM ${search} WHERE rowid = OLD.id; END`,
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

/** The virtual tables of a database by name: no row of one may be written before its statement is known. */
export const virtualTablesIn: (database: Database) => ReadonlySet<string> = oncePer((database) => {
  const rows = database.all(
    "SELECT CAST(name AS BLOB) AS name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'",
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
  for (const [table, known] of Object.entries(columns)) {
    if (!tablesIn(database).has(table)) continue
    const names = columnsOf(database, table)
    const strange = names.find((name) => !known.includes(name))
    if (strange !== undefined)
      return `Its table \`${table}\` has a column that is not known here: \`${strange}\`.`
    const missing = known.find((name) => !names.includes(name) && !optional.includes(name))
    if (missing !== undefined) return `Its table \`${table}\` has no column \`${missing}\`.`
  }
  return /\)\s*STRICT\s*$/i.test(statementOf(database, records))
    ? undefined
    : `Its table \`${records}\` is not that of OpenClaw.`
}

/** Triggers and tables that nobody here knows would be run, or emptied, with a change of records. */
function strangeCompany(database: Database): string | undefined {
  const trigger = triggersIn(database).find(({ name, of, sql }) => isWritten(of) && !isOwn(name, sql))
  if (trigger !== undefined)
    return `Its table \`${trigger.of}\` has a trigger that is not known here: \`${trigger.name}\`.`
  if (virtualTablesIn(database).has(search) && !isOwn(search, statementOf(database, search)))
    return `Its table \`${search}\` is not that of OpenClaw.`
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

/** The tables that a change writes to, and those in which a search keeps its rows. */
function isWritten(table: string): boolean {
  const name = table.toLowerCase()
  return written.includes(name) || name === search || name.startsWith(`${search}_`)
}

function isOwn(name: string, sql: string): boolean {
  const plain = (text: string): string => text.replace(/\bIF NOT EXISTS\b/i, '').replace(/\s+/g, '')
  return plain(own[name] ?? '') === plain(sql).replace(/;$/, '')
}

function statementOf(database: Database, name: string): string {
  const [row] = database.all('SELECT CAST(sql AS BLOB) AS sql FROM sqlite_schema WHERE name = ?', name)
  return textIn(row?.sql) ?? ''
}

interface Trigger {
  readonly name: string
  readonly of: string
  readonly sql: string
}

function triggersIn(database: Database): readonly Trigger[] {
  const rows = database.all(
    "SELECT CAST(name AS BLOB) AS name, CAST(tbl_name AS BLOB) AS of, CAST(sql AS BLOB) AS sql FROM sqlite_schema WHERE type = 'trigger'",
  )
  return rows.map(({ name, of, sql }) => ({
    name: textIn(name) ?? '',
    of: textIn(of) ?? '',
    sql: textIn(sql) ?? '',
  }))
}

/** Whether a new value in one column runs a trigger: those for inserts, deletions and other columns do not run. */
export function firesOn(database: Database, table: string, column: string): boolean {
  return triggersIn(database).some(({ of, sql }) => {
    if (of.toLowerCase() !== table) return false
    const event =
      /^CREATE\s+TRIGGER\s+(?:IF\s+NOT\s+EXISTS\s+)?\w+\s+(?:AFTER|BEFORE)\s+(INSERT|DELETE|UPDATE\s+OF\s+[\w\s,]+?)\s+ON\s/i
    const when = event.exec(sql)?.[1]
    return when === undefined || new RegExp(`\\b${column}\\b`, 'i').test(when)
  })
}
