import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type Runner, run as runJobs, type TaskList, type WorkerEvents } from 'graphile-worker'
import { type Config, ConfigError } from '../../config/index.ts'
import { openPool, type Pool } from '../../transition/index.ts'
import { forgetOld } from '../audit.ts'
import { type FleetDatabase, FleetError, isUnreachable, openDatabase, type Query } from '../database.ts'
import { silence } from '../job-tables.ts'
import { workerSchema } from '../migrate.ts'
import { FleetNode } from '../node.ts'
import type { NodeOptions } from '../node-options.ts'
import { isThere } from '../nodes.ts'
import { catchUp } from './ask.ts'
import { doShard } from './do-shard.ts'
import type { Errand, ShardKey } from './errand.ts'
import { forgetRuns, sweepForgotten } from './forget.ts'
import { planFiles, writeShards } from './plan.ts'
import { planTables } from './plan-tables.ts'

/** How a worker is run. */
export interface WorkerOptions extends Omit<NodeOptions, 'role' | 'onOpen' | 'onTick'> {
  /** How often a database that was silent is asked for jobs, in milliseconds. */
  readonly pollMs?: number
}

/** A process that does the jobs of a fleet. */
export interface Worker {
  readonly node: FleetNode
  /** Takes no new job, lets the session at hand be finished, and ends. */
  close(): Promise<void>
}

const forgetEveryMs = 60_000
const dayMs = 86_400_000

/** Starts a worker: it does the jobs of the files of its machine, and those of tables in SQL. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { version, log, everyMs = 5000, pollMs = 1000 } = options
  const cancelled = new Set<string>()
  let forgetAt = 0
  let config: Config | undefined
  const node: FleetNode = new FleetNode({
    ...options,
    role: 'worker',
    onOpen: (query) => catchUp(query, node.name),
    async onTick(query) {
      await unlockDead(query, everyMs)
      const rows = await query<{ run: string }>('select run from mortise.runs where cancelled_at is not null')
      for (const { run } of rows) cancelled.add(run)
      if (Date.now() < forgetAt) return
      forgetAt = Date.now() + forgetEveryMs
      await forgetOld(query, config?.audit.days ?? 30)
      const days = config?.jobs.days
      if (days !== undefined) await forgetRuns(query, new Date(Date.now() - days * dayMs))
      await sweepForgotten(query)
    },
  })
  await node.open()
  config = node.config().config
  const database = openDatabase(node.url, 4)
  const pool = openPool()
  let isClosed = false
  const parts: WorkerParts = {
    database,
    pool,
    version,
    node: node.name,
    config: () => {
      if (config === undefined) throw new FleetError('no-revision', 'The worker has no config yet.', 4)
      return config
    },
    isStopped: (run) => isClosed || cancelled.has(run),
  }
  node.follow(async () => {
    try {
      config = node.config().config
      return { isInEffect: true, mistakes: [] }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return { isInEffect: false, mistakes: error.mistakes }
    }
  })
  let runner: Runner | undefined
  const events: WorkerEvents = new EventEmitter()
  events.on('worker:create', ({ worker }) => node.takesAs(worker.workerId))
  const begin = (): Promise<Runner> =>
    runJobs({
      pgPool: database.pool,
      schema: workerSchema,
      concurrency: 1,
      noHandleSignals: true,
      pollInterval: pollMs,
      logger: silence,
      taskList: tasksOf(parts),
      events,
    })
  const live = async (): Promise<void> => {
    while (!isClosed) {
      try {
        runner = await begin()
        await runner.promise
      } catch (error) {
        if (!isClosed && !isUnreachable(error))
          log.warn(error instanceof Error ? error.message : String(error))
      }
      if (!isClosed) await wait(500)
    }
  }
  const living = live()
  return {
    node,
    async close() {
      isClosed = true
      await runner?.stop().catch(() => undefined)
      await living
      await pool.close()
      await node.close()
      await database.close()
    },
  }
}

/** The surroundings of the jobs of one process. */
export interface WorkerParts {
  readonly database: FleetDatabase
  readonly pool: Pool
  readonly version: string
  readonly node: string
  config(): Config
  /** Whether no other session of a run is to be begun. */
  isStopped(run: string): boolean
}

function tasksOf(parts: WorkerParts): TaskList {
  const plan = async (payload: unknown): Promise<void> => {
    const { run, source } = payload as { run: string; source: string }
    const { query, transaction } = parts.database
    const [row] = await query<{ errand: Errand }>(
      `select errand from mortise.runs r where run = $1 and cancelled_at is null
         and exists (select from mortise.plans p where p.run = r.run and p.source = $2 and p.done_at is null)`,
      [run, source],
    )
    if (row === undefined) return
    try {
      const config = parts.config()
      const shards =
        source === 'tables'
          ? await planTables(row.errand, config, parts.database)
          : await planFiles(row.errand, config, parts.node, parts.pool)
      await transaction((inside) => writeShards(inside, run, source, shards))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      await query('update mortise.plans set error = $3 where run = $1 and source = $2', [run, source, why])
      throw error
    }
  }
  // A payload is JSON of our own: here it becomes a type.
  const shard = (payload: unknown, { job }: { job: { attempts: number } }): Promise<void> =>
    doShard(payload as ShardKey, parts, job.attempts > 1)
  return { plan, shard, [`plan@${parts.node}`]: plan, [`shard@${parts.node}`]: shard }
}

/**
 * Gives the jobs of dead processes back: those that no process says it has which is there, or was there a moment ago.
 *
 * If a process lives after all, a shard is done by two: each session is changed once all the same.
 */
async function unlockDead(query: Query, graceMs: number): Promise<void> {
  await query(
    `select ${workerSchema}.force_unlock_workers(array_agg(distinct locked_by)) from ${workerSchema}.jobs
     where locked_by is not null and locked_at < now() - make_interval(secs => $1)
       and locked_by <> all (array(select unnest(workers) from mortise.nodes
         where ${isThere} or seen_at > now() - make_interval(secs => 3 * $1)))
     having count(*) > 0`,
    [graceMs / 1000],
  )
}
