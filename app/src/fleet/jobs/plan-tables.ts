import type { Config } from '../../config/index.ts'
import type { FleetDatabase } from '../database.ts'
import { sessionsAfter } from '../tables/rows.ts'
import { openTable } from '../tables/table.ts'
import type { Errand } from './errand.ts'
import { type NewShard, workOf } from './plan.ts'

/** A shard of a table holds so many sessions. */
const most = 500

/** The shards of the sessions in the tables of a config. */
export async function planTables(
  errand: Errand,
  { tables }: Config,
  fleet: FleetDatabase,
): Promise<readonly NewShard[]> {
  // A person who names an agent means no table.
  if (errand.do === 'undo' || ('agent' in errand && errand.agent !== undefined)) return []
  const shards: NewShard[] = []
  for (const { name } of tables) {
    const { table, database, close } = await openTable(name, tables, fleet)
    try {
      let after: string | undefined
      for (let shard = 0; ; shard++) {
        const some = await sessionsAfter(database.query, table, {
          ...(after === undefined ? {} : { after }),
          most,
        })
        const [first, last] = [some[0]?.session, some.at(-1)?.session]
        if (first === undefined || last === undefined) break
        after = last
        shards.push({
          source: `table:${name}`,
          shard,
          node: null,
          work: { ...workOf(errand), table: name, from: first, to: last },
          sessions: some.length,
          bytes: some.reduce((sum, { bytes }) => sum + Number(bytes), 0),
        })
      }
    } finally {
      await close()
    }
  }
  return shards
}
