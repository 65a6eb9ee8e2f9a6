import type { Config } from '../../config/index.ts'
import { type Database, FleetError } from '../database.ts'
import type { Outcome, ShardKey, TableWork } from './errand.ts'
import type { ShardRow } from './shard-rows.ts'

export interface TableParts {
  readonly database: Database
  readonly config: Config
  isStopped(): boolean
}

export async function doTable(
  _key: ShardKey,
  _row: ShardRow,
  work: TableWork,
  _parts: TableParts,
): Promise<Outcome> {
  throw new FleetError('no-table', `There is no table \`${work.table}\`.`, 4)
}
