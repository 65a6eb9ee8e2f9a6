import { Logger, runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'

/** The log of the library, which nobody reads: its failures are thrown, or stand in the shards. */
export const silence: Logger = new Logger(() => () => undefined)

/** Makes the tables of the library that runs jobs, in a schema. */
export function makeJobTables(pgPool: Pool, schema: string): Promise<void> {
  return runMigrations({ pgPool, schema, logger: silence, taskList: {} })
}
