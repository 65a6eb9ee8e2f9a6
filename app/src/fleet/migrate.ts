import { type FleetDatabase, FleetError, type Query } from './database.ts'
import { migrations } from './migrations.ts'

/** The schema that the library of the jobs keeps its own tables in. */
export const workerSchema = 'mortise_worker'

/** The advisory locks of Mortise: this number, and one for each purpose. */
export const lockSpace = 71_410
const migrating = 0

/**
 * Brings the schema to the newest version, forward only; a newer one is refused.
 *
 * Two nodes that start at once come one after the other: the second one finds nothing left to do.
 */
export async function migrate(database: FleetDatabase, steps: readonly string[] = migrations): Promise<void> {
  await database.transaction(async (query) => {
    await query('select pg_advisory_xact_lock($1, $2)', [lockSpace, migrating])
    const version = await versionIn(query)
    if (version > steps.length)
      throw new FleetError(
        'newer-schema',
        `The database has version ${version} of the schema, and this Mortise knows ${steps.length}: update Mortise on this machine.`,
        3,
      )
    for (const [index, step] of steps.entries()) {
      if (index < version) continue
      await query(step)
      await query('insert into mortise.migrations (version) values ($1)', [index + 1])
    }
    await migrateJobs(database, query)
  })
}

async function versionIn(query: Query): Promise<number> {
  const [found] = await query<{ there: boolean }>(`select to_regnamespace('mortise') is not null as there`)
  // A role without the right to create schemas uses one that was made for it.
  if (found?.there !== true) await query('create schema mortise')
  await query(`create table if not exists mortise.migrations (
    version integer primary key, at timestamptz not null default now())`)
  const [last] = await query<{ version: number }>(
    'select coalesce(max(version), 0) as version from mortise.migrations',
  )
  return last?.version ?? 0
}

/** Makes the tables of the jobs where there are none; a worker brings older ones up to date by itself. */
async function migrateJobs({ pool }: FleetDatabase, query: Query): Promise<void> {
  const [found] = await query<{ there: boolean }>(
    `select to_regprocedure('${workerSchema}.force_unlock_workers(text[])') is not null as there`,
  )
  if (found?.there === true) return
  // Loaded by the first process of a fleet alone.
  const { makeJobTables } = await import('./job-tables.ts')
  await makeJobTables(pool, workerSchema)
}
