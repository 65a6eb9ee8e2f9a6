import { type FleetDatabase, FleetError, type Query } from '../database.ts'
import { workerSchema } from '../migrate.ts'
import { insertRun } from './ask.ts'
import { type Errand, journalRunOf, type ShardKey, type Work } from './errand.ts'
import { runOf } from './overview.ts'
import { addShardJobs, isMeant, type NewShard, writeShards } from './plan.ts'

/** Cancels a run: what waits is not begun, and what is under way ends after the session at hand. Gives how many shards were left. */
export function cancelRun({ transaction }: FleetDatabase, run: string): Promise<number> {
  return transaction(async (query) => {
    await runOf(query, run)
    await query('update mortise.runs set cancelled_at = coalesce(cancelled_at, now()) where run = $1', [run])
    const rows = await query(
      `update mortise.shards set state = 'cancelled', done_at = now()
       where run = $1 and state in ('waiting', 'working') returning source`,
      [run],
    )
    await query('update mortise.plans set done_at = coalesce(done_at, now()) where run = $1', [run])
    await query(
      `select ${workerSchema}.remove_job(key) from ${workerSchema}.jobs
       where locked_at is null and key like '%:' || $1 and split_part(reverse(key), ':', 1) = reverse($1)`,
      [run],
    )
    return rows.length
  })
}

/** Tries the shards of a run again that failed or were cancelled. Gives how many they are. */
export function retryRun({ transaction }: FleetDatabase, run: string): Promise<number> {
  return transaction(async (query) => {
    await runOf(query, run)
    await query('update mortise.runs set cancelled_at = null where run = $1', [run])
    const rows = await query<{ source: string }>(
      `update mortise.shards set state = 'waiting', failures = 0, error = null, done_at = null
       where run = $1 and state in ('failed', 'cancelled') returning source`,
      [run],
    )
    await addShardJobs(query, run, [...new Set(rows.map(({ source }) => source))])
    return rows.length
  })
}

/** Asks for the bytes from before a run, on every node, or of one agent. Gives the run that brings them back. */
export function undoRun(
  { transaction }: FleetDatabase,
  of: string,
  { agent, reason }: { agent?: string | undefined; reason: string },
): Promise<string> {
  return transaction(async (query) => {
    const { kind, state } = await runOf(query, of)
    if (kind !== 'clean' && kind !== 'repair')
      throw new FleetError('no-operation', `The run \`${of}\` changed nothing that can be taken back.`, 1)
    if (state === 'planning' || state === 'under way')
      throw new FleetError('under-way', `The run \`${of}\` is under way.`, 3, {
        hint: `mortise jobs cancel ${of}`,
      })
    const errand: Errand = { do: 'undo', of, ...(agent === undefined ? {} : { agent }) }
    const run = await freeName(query, `undo:${of}`)
    await insertRun(query, { run, errand, revision: null, reason })
    const shards = await shardsToUndo(query, errand, of)
    await writeShards(query, run, '', shards)
    return run
  })
}

async function freeName(query: Query, run: string): Promise<string> {
  await query('lock table mortise.runs in share row exclusive mode')
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from mortise.runs where run = $1 or run like $1 || '.%'`,
    [run],
  )
  return row === undefined || row.count === 0 ? run : `${run}.${row.count + 1}`
}

interface DoneShard extends ShardKey {
  readonly node: string | null
  readonly work: Work
  readonly sessions: number
}

/** The shards that may have changed a session, each with the work of taking it back. */
async function shardsToUndo(query: Query, errand: Errand, of: string): Promise<readonly NewShard[]> {
  const done = await query<DoneShard>(
    `select run, source, shard, node, work, sessions from mortise.shards
     where run = $1 and begun_at is not null and (changed > 0 or state <> 'done')`,
    [of],
  )
  return done.flatMap(({ work, ...row }) => {
    if ('target' in work && !isMeant(errand, work.target)) return []
    if (!('target' in work) && 'agent' in errand && errand.agent !== undefined) return []
    const { left: _, options: __, policy: ___, ...rest } = work
    const undoes = 'target' in work ? journalRunOf(row) : of
    return { ...row, work: { ...rest, do: 'undo' as const, undoes }, bytes: 0 }
  })
}
