import { columnsOf, type Database, type DatabaseStanding } from '../../disk/index.ts'
import {
  type KnownColumns,
  oncePer,
  strangeFollower,
  strangeTable,
  strangeTrigger,
  type Trigger,
  tablesIn,
} from '../rows/schema.ts'

const older = [
  'id',
  'session_id',
  'role',
  'content',
  'tool_call_id',
  'tool_calls',
  'tool_name',
  'timestamp',
  'token_count',
  'finish_reason',
]

/** Columns that only some versions have. */
const newer = [
  'effect_disposition',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'codex_reasoning_items',
  'codex_message_items',
  'platform_message_id',
  'observed',
  '_compressed_summary',
  'active',
  'compacted',
  'api_content',
  'display_kind',
  'display_metadata',
  'display_identity',
  'display_order',
]

const columns: KnownColumns = { messages: [...older, ...newer] }

/** Whether a database holds sessions of Hermes, and whether its table of messages is known well enough to be written to. */
export const standingOf: (database: Database) => DatabaseStanding = oncePer((database) => {
  if (!has(database, 'sessions', ['id', 'source', 'started_at']) || !has(database, 'messages', older))
    return { unread: 'it has no sessions of Hermes.' }
  const counters = ['message_count', 'tool_call_count', 'end_reason', 'parent_session_id']
  if (!has(database, 'sessions', counters) || !has(database, 'messages', ['active', 'reasoning_content']))
    return {
      readOnly: 'The database is of an older version of Hermes, which brings it up to date when it starts.',
    }
  const readOnly =
    strangeTable(database, columns, newer) ??
    strangeTrigger(database, (table) => ['messages', 'sessions'].includes(table.toLowerCase()), isSearch) ??
    strangeFollower(database, ['messages'])
  return readOnly === undefined ? {} : { readOnly }
})

function has(database: Database, table: string, wanted: readonly string[]): boolean {
  if (!tablesIn(database).has(table)) return false
  const names = columnsOf(database, table)
  return wanted.every((name) => names.includes(name))
}

/** Whether a trigger does nothing but keep the search over messages up to date. */
function isSearch({ of, sql }: Trigger): boolean {
  if (of.toLowerCase() !== 'messages') return false
  const body = /\bAFTER\s[\s\S]*?\bBEGIN\b([\s\S]*)$/i.exec(sql)?.[1]
  const writes = [
    ...(body ?? '').matchAll(
      /\b(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|DELETE\s+FROM|REPLACE\s+INTO|UPDATE)\s+"?(\w+)/gi,
    ),
  ]
  return (
    body !== undefined && writes.length > 0 && writes.every(([, table = '']) => /^messages_fts/i.test(table))
  )
}
