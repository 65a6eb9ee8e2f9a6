import type { Query } from '../database.ts'
import { isOver } from './ask.ts'

/** Runs that are over and old, whose shards nobody needs: not the newest transition, in which a new node takes part, nor a run that is being taken back. */
const isForgettable = `forgotten_at is null and asked_at < $1 and ${isOver}
  and run is distinct from (select run from mortise.runs newest where kind = 'clean' and errand ? 'profiles'
    and cancelled_at is null order by revision desc limit 1)
  and not exists (select from mortise.plans p join mortise.runs u using (run)
    where u.errand ->> 'of' = runs.run and p.done_at is null)
  and not exists (select from mortise.shards s join mortise.runs u using (run)
    where u.errand ->> 'of' = runs.run and s.state in ('waiting', 'working'))`

/** The runs that `forgetRuns` would forget. */
export async function forgettableRuns(query: Query, before: Date): Promise<readonly string[]> {
  const rows = await query<{ run: string }>(
    `select run from mortise.runs where ${isForgettable} order by asked_at`,
    [before],
  )
  return rows.map(({ run }) => run)
}

/**
 * Forgets runs that were asked for before a time and are over, and with them the way back. Gives their names.
 *
 * The row of a run stays: a later run of the same name would be taken for it by the journals of the nodes.
 */
export async function forgetRuns(query: Query, before: Date): Promise<readonly string[]> {
  const rows = await query<{ run: string }>(
    `update mortise.runs set forgotten_at = now() where ${isForgettable} returning run`,
    [before],
  )
  return rows.map(({ run }) => run)
}

/** So many rows go at a time: no transaction is long. */
const together = 10_000

/** Deletes some shards, plans and images of forgotten runs. Gives how many rows; 0 if none is left. */
export async function sweepForgotten(query: Query): Promise<number> {
  let count = 0
  for (const table of ['images', 'shards', 'plans']) {
    const [row] = await query<{ count: number }>(
      `with gone as (delete from mortise.${table} where ctid = any(array(
         select t.ctid from mortise.${table} t join mortise.runs using (run)
         where forgotten_at is not null limit ${together})) returning 1)
       select count(*)::int as count from gone`,
    )
    count += row?.count ?? 0
  }
  return count
}
