import { isUnreachable } from '../database.ts'
import { doFiles } from './do-files.ts'
import { doTable } from './do-table.ts'
import type { ShardKey, ShardOutcome, Work } from './errand.ts'
import { failShard, type ShardRow, settleShard, takeShard } from './shard-rows.ts'
import type { WorkerParts } from './worker.ts'

/** Does one shard, and writes down what came of it; a shard that fails does not keep the others from their work. */
export async function doShard(key: ShardKey, parts: WorkerParts, isResumed: boolean): Promise<void> {
  const { query } = parts.database
  const row = await takeShard(query, key)
  if (row === undefined) return
  try {
    await settleShard(query, key, row, await outcomeOf(key, row, parts, isResumed))
  } catch (error) {
    const isCancelled = parts.isStopped(key.run)
    // Neither is the shard's fault: the library tries the job again.
    if (isUnreachable(error) || isCancelled) throw error
    await failShard(query, key, row, error instanceof Error ? error.message : String(error))
  }
}

function outcomeOf(
  key: ShardKey,
  row: ShardRow,
  parts: WorkerParts,
  isResumed: boolean,
): Promise<ShardOutcome> {
  const { pool, version, config } = parts
  const isStopped = (): boolean => parts.isStopped(key.run)
  const work: Work = row.work
  return 'target' in work
    ? doFiles(key, row, work, { pool, version, isStopped }, isResumed)
    : doTable(key, row, work, { database: parts.database, config: config(), isStopped })
}
