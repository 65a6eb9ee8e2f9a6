import type { Database } from '../../disk/index.ts'
import { tablesIn, virtualTablesIn } from '../rows/schema.ts'
import { type Numbered, type Projection, projectionOf, type WordsRow } from './projection.ts'

/** The records of a session before a change and after it; undefined where one of them cannot be read. */
export interface Followed {
  readonly before: readonly Numbered[] | undefined
  readonly after: readonly Numbered[] | undefined
}

/**
 * Writes the rows of OpenClaw's index anew, in the transaction that changes the records.
 *
 * OpenClaw refuses a session while its index lags behind, and only its gateway renews one that was left so: an index that
 * cannot be made here is marked, and waits for the gateway.
 */
export function renewIndex(database: Database, id: string, { before, after }: Followed, time: bigint): void {
  const last = after?.at(-1)
  if (after === undefined || last === undefined) {
    putState(database, id, time, undefined)
    return
  }
  const made = projectionOf(after, last.seq)
  const old = before?.at(-1)
  const isCurrent = old !== undefined && isCurrentTo(database, id, old.seq)
  const said = isCurrent && before !== undefined ? projectionOf(before, old.seq).words : undefined
  putActive(database, id, made)
  if (said === undefined || !isSameWords(said, made.words)) putWords(database, id, made.words)
  putState(database, id, time, made)
}

const states = 'session_transcript_index_state'
const actives = 'session_transcript_active_events'
const words = 'session_transcript_fts'
const wordRows = 'session_transcript_fts_rows'

/** Whether the index speaks of the records up to a row, so that its words are those of these records. */
function isCurrentTo(database: Database, id: string, seq: bigint): boolean {
  const [state] = database.all(`SELECT indexed_seq, needs_rebuild FROM ${states} WHERE session_id = ?`, id)
  return state?.needs_rebuild === 0n && state.indexed_seq === seq
}

function putActive(database: Database, id: string, { active }: Projection): void {
  database.run(`DELETE FROM ${actives} WHERE session_id = ?`, id)
  const sql = `INSERT INTO ${actives} (session_id, active_position, event_seq, message_position, context_eligible) VALUES (?, ?, ?, ?, ?)`
  for (const [position, { seq, message, isContext }] of active.entries())
    database.run(sql, id, BigInt(position), seq, message ?? null, isContext ? 1n : 0n)
}

/** Schemas from 21 on name the rows of the search in a table of their own, the numbers of which are those of the search. */
function putWords(database: Database, id: string, rows: readonly WordsRow[]): void {
  if (!virtualTablesIn(database).has(words)) return
  const isNumbered = tablesIn(database).has(wordRows)
  if (isNumbered)
    database.run(`DELETE FROM ${words} WHERE rowid IN (SELECT id FROM ${wordRows} WHERE session_id = ?)`, id)
  database.run(`DELETE FROM ${isNumbered ? wordRows : words} WHERE session_id = ?`, id)
  for (const { id: message, role, text, time } of rows) {
    if (isNumbered)
      database.run(`INSERT INTO ${wordRows} (session_id, message_id) VALUES (?, ?)`, id, message)
    const place = isNumbered ? 'last_insert_rowid()' : 'NULL'
    database.run(
      `INSERT INTO ${words} (rowid, text, session_id, message_id, role, timestamp) VALUES (${place}, ?, ?, ?, ?, ?)`,
      text,
      id,
      message,
      role,
      time,
    )
  }
}

function putState(database: Database, id: string, time: bigint, made: Projection | undefined): void {
  const columns = [
    'indexed_seq',
    'leaf_event_id',
    'needs_rebuild',
    'active_event_count',
    'active_message_count',
  ]
  const cells =
    made === undefined
      ? [-1n, null, 1n, 0n, 0n]
      : [made.last, made.parent, 0n, BigInt(made.active.length), BigInt(made.messageCount)]
  const names = [...columns, 'updated_at']
  const update = names.map((name) => `${name} = excluded.${name}`).join(', ')
  database.run(
    `INSERT INTO ${states} (session_id, ${names.join(', ')}) VALUES (?, ${names.map(() => '?').join(', ')}) ON CONFLICT (session_id) DO UPDATE SET ${update}`,
    id,
    ...cells,
    time,
  )
}

function isSameWords(left: readonly WordsRow[], right: readonly WordsRow[]): boolean {
  return left.length === right.length && JSON.stringify(left) === JSON.stringify(right)
}
