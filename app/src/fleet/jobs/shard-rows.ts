import { jsonText, type Query } from '../database.ts'
import { workerSchema } from '../migrate.ts'
import { jobKeyOf, mostTold, type ShardKey, type ShardOutcome, type Work } from './errand.ts'

/** A shard that is worked on. */
export interface ShardRow {
  readonly node: string | null
  readonly work: Work
  readonly sessions: number
  readonly changed: number
  readonly failed: number
  readonly failures: number
  readonly told: ShardOutcome['told']
}

const thisShard = 'run = $1 and source = $2 and shard = $3'
const placeOf = ({ run, source, shard }: ShardKey): readonly unknown[] => [run, source, shard]

/** Takes a shard up; undefined if nothing is left to do, or its run was cancelled. */
export async function takeShard(query: Query, key: ShardKey): Promise<ShardRow | undefined> {
  const [row] = await query<ShardRow>(
    `update mortise.shards set state = 'working', begun_at = coalesce(begun_at, now())
     where ${thisShard} and state in ('waiting', 'working')
       and exists (select from mortise.runs r where r.run = $1 and r.cancelled_at is null)
     returning node, work, sessions, changed, failed, failures, told`,
    placeOf(key),
  )
  return row
}

/** Writes the outcome of a shard down. Sessions that were in use are tried again, after a pause that grows. */
export async function settleShard(
  query: Query,
  key: ShardKey,
  row: ShardRow,
  outcome: ShardOutcome,
): Promise<void> {
  const { changed, untouched, left, failed, told } = outcome
  const isOver = left.length === 0
  await query(
    `update mortise.shards set state = case when $4 then 'done' else 'waiting' end, changed = $5, untouched = $6,
       skipped = $7, failed = $8, told = $9, work = work || jsonb_build_object('left', $10::jsonb),
       error = null, done_at = case when $4 then now() end, tries = tries + 1
     where ${thisShard} and state = 'working'`,
    [
      ...placeOf(key),
      isOver,
      changed,
      untouched,
      left.length,
      failed,
      jsonText(told.slice(0, mostTold)),
      JSON.stringify(left),
    ],
  )
  if (!isOver) await tryAgain(query, key, row.node, 'least(60, 2 * power(2, tries - 1))')
}

/** So often a shard may fail as a whole before it is left alone. */
const mostFailures = 3

/** Notes that a shard failed as a whole; it is tried again, unless it has failed too often. */
export async function failShard(query: Query, key: ShardKey, row: ShardRow, message: string): Promise<void> {
  const isOver = row.failures + 1 >= mostFailures
  await query(
    `update mortise.shards set state = $4, failures = failures + 1, error = $5, done_at = now() where ${thisShard}`,
    [...placeOf(key), isOver ? 'failed' : 'waiting', message],
  )
  if (!isOver) await tryAgain(query, key, row.node, 'failures')
}

/** Adds the job of a shard once more, for so many seconds later. */
async function tryAgain(query: Query, key: ShardKey, node: string | null, seconds: string): Promise<void> {
  await query(
    `select ${workerSchema}.add_job($4, json_build_object('run', run, 'source', source, 'shard', shard),
       job_key := $5, max_attempts := 1000, run_at := now() + make_interval(secs => ${seconds}))
     from mortise.shards where ${thisShard} and state = 'waiting'`,
    [...placeOf(key), node === null ? 'shard' : `shard@${node}`, jobKeyOf(key)],
  )
}
