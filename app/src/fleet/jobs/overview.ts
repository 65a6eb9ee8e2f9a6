import type { Query } from '../database.ts'
import { FleetError } from '../database.ts'
import type { ToldSession } from './errand.ts'

/** The amounts of a run, or of a part of it. */
export interface Amounts {
  readonly shards: number
  readonly done: number
  readonly failedShards: number
  readonly sessions: number
  /** Sessions in shards that are over. */
  readonly settled: number
  readonly changed: number
  readonly untouched: number
  readonly skipped: number
  readonly failed: number
}

/** A run of the fleet, with how far it is. */
export interface RunRow extends Amounts {
  readonly run: string
  readonly kind: string
  readonly state: 'planning' | 'under way' | 'done' | 'failed' | 'cancelled'
  readonly reason: string
  readonly author: string
  readonly askedAt: Date
  /** The shards that failed as a whole, and the plans that fail, each with why. */
  readonly errors: readonly {
    readonly source: string
    readonly shard: number | null
    readonly error: string
  }[]
}

const amounts = `count(*)::int as shards,
  (count(*) filter (where state in ('done', 'cancelled')))::int as done,
  (count(*) filter (where state = 'failed'))::int as "failedShards",
  coalesce(sum(sessions), 0)::int as sessions,
  coalesce(sum(sessions) filter (where state in ('done', 'failed', 'cancelled')), 0)::int as settled,
  coalesce(sum(changed), 0)::int as changed, coalesce(sum(untouched), 0)::int as untouched,
  coalesce(sum(skipped), 0)::int as skipped, coalesce(sum(failed), 0)::int as failed`

/** The runs of a fleet, newest first; or one of them. */
export function listRuns(query: Query, run?: string, most = 50): Promise<readonly RunRow[]> {
  return query(
    `select r.run, r.kind, r.reason, r.author, r.asked_at as "askedAt", a.*,
       case when r.cancelled_at is not null then 'cancelled'
         when exists (select from mortise.plans p where p.run = r.run and p.done_at is null) then 'planning'
         when a.done + a."failedShards" < a.shards then 'under way'
         when a."failedShards" > 0 then 'failed' else 'done' end as state,
       coalesce(e.errors, '[]') as errors
     from mortise.runs r
     left join lateral (select ${amounts} from mortise.shards s where s.run = r.run) a on true
     left join lateral (
       select jsonb_agg(jsonb_build_object('source', source, 'shard', shard, 'error', error)) as errors
       from (select source, shard, error from mortise.shards where run = r.run and error is not null
         union all select source, null, error from mortise.plans where run = r.run and error is not null
         limit 20) each) e on true
     where r.forgotten_at is null and ($1::text is null or r.run = $1) order by r.asked_at desc limit $2`,
    [run ?? null, most],
  )
}

/** One run; refuses a name that there is none of. */
export async function runOf(query: Query, run: string): Promise<RunRow> {
  const [row] = await listRuns(query, run)
  if (row !== undefined) return row
  throw new FleetError('no-operation', `There is no run \`${run}\`.`, 1, { hint: 'mortise jobs' })
}

/** How far a run is on each node; tables are of no node. */
export function runByNode(
  query: Query,
  run: string,
): Promise<readonly (Amounts & { readonly node: string | null })[]> {
  return query(`select node, ${amounts} from mortise.shards where run = $1 group by node order by node`, [
    run,
  ])
}

/** The sentences about sessions of a run. */
export async function toldIn(
  query: Query,
  run: string,
  most = 100,
): Promise<readonly (ToldSession & { source: string })[]> {
  return query(
    `select source, each.session, each.message from mortise.shards,
       jsonb_to_recordset(told) as each (session text, message text)
     where run = $1 order by source, shard limit $2`,
    [run, most],
  )
}
