import type { Query } from '../database.ts'
import type { ShardKey } from '../jobs/errand.ts'
import type { RowChange } from './rows.ts'

/** A row from before its change. */
export interface MessageImage {
  readonly session: string
  readonly place: string
  /** The whole row as JSON, and the text of its content. */
  readonly whole: string
  readonly before: string
  /** The text of the content after the change; null for a row that went. */
  readonly after: string | null
}

const thisShard = 'run = $1 and source = $2 and shard = $3'
const placeOf = ({ run, source, shard }: ShardKey): readonly unknown[] => [run, source, shard]

/** Writes images before their rows are changed. */
export async function writeImages(query: Query, key: ShardKey, changes: readonly RowChange[]): Promise<void> {
  const rows = changes.map(({ row: { session, place, whole, content }, after }) => ({
    session,
    place,
    whole,
    before: content,
    after,
  }))
  await query(
    `insert into mortise.images (run, source, shard, session, place, whole, before, after)
     select $1, $2, $3, * from jsonb_to_recordset($4::jsonb) as each (session text, place text, whole text, before text, after text)
     on conflict (run, source, session, place) do update
       set whole = excluded.whole, before = excluded.before, after = excluded.after
       where images.state = 'planned'`,
    [...placeOf(key), JSON.stringify(rows)],
  )
}

/** The images of a shard in a state. */
export function imagesOf(
  query: Query,
  key: ShardKey,
  state: 'planned' | 'done',
): Promise<readonly MessageImage[]> {
  return query(
    `select session, place, whole, before, after from mortise.images where ${thisShard} and state = $4 order by session, place`,
    [...placeOf(key), state],
  )
}

/** Gives the images of some sessions another state. */
export async function markImages(
  query: Query,
  key: ShardKey,
  sessions: readonly string[],
  [from, to]: readonly ['planned', 'done'] | readonly ['done', 'undone'],
): Promise<void> {
  await query(
    `update mortise.images set state = $5 where ${thisShard} and session = any($4) and state = $6`,
    [...placeOf(key), sessions, to, from],
  )
}

/** Forgets images of changes that were not made. */
export async function dropImages(query: Query, key: ShardKey, sessions: readonly string[]): Promise<void> {
  await query(`delete from mortise.images where ${thisShard} and session = any($4) and state = 'planned'`, [
    ...placeOf(key),
    sessions,
  ])
}

/** How many sessions of a shard have images in a state. */
export async function countSessions(query: Query, key: ShardKey, state: 'done' | 'undone'): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(distinct session)::int as count from mortise.images where ${thisShard} and state = $4`,
    [...placeOf(key), state],
  )
  return row?.count ?? 0
}
