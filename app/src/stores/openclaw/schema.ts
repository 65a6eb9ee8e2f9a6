import { columnsOf, type Database, type DatabaseStanding } from '../../disk/index.ts'
import {
  oncePer,
  statementOf,
  strangeFollower,
  strangeTable,
  strangeTrigger,
  tablesIn,
  triggersIn,
  virtualTablesIn,
} from '../rows/schema.ts'
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
export const standingOf: (database: Database) => DatabaseStanding = oncePer((database) => {
  const unread = unreadBecause(database)
  if (unread !== undefined) return { unread }
  const readOnly = readOnlyBecause(database)
  return readOnly === undefined ? {} : { readOnly }
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
  return strangeRecords(database) ?? strangeCompany(database)
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

function strangeRecords(database: Database): string | undefined {
  if (!columnsOf(database, records).includes('event_json'))
    return 'Its records are kept compressed alone, and Mortise cannot write them so.'
  const strange = strangeTable(database, columns, optional)
  if (strange !== undefined) return strange
  return /\)\s*STRICT\s*$/i.test(statementOf(database, records))
    ? undefined
    : `Its table \`${records}\` is not that of OpenClaw.`
}

/** Triggers and tables that nobody here knows would be run, or emptied, with a change of records. */
function strangeCompany(database: Database): string | undefined {
  const trigger = strangeTrigger(database, isWritten, ({ name, sql }) => isOwn(name, sql))
  if (trigger !== undefined) return trigger
  if (virtualTablesIn(database).has(search) && !isOwn(search, statementOf(database, search)))
    return `Its table \`${search}\` is not that of OpenClaw.`
  return strangeFollower(database, [records, identities], written)
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
