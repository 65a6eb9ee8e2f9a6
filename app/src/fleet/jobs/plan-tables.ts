import type { Config } from '../../config/index.ts'
import type { Errand } from './errand.ts'
import type { NewShard } from './plan.ts'

/** The shards of the sessions in tables. */
export async function planTables(_errand: Errand, _config: Config): Promise<readonly NewShard[]> {
  return []
}
