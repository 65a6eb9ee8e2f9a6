import type { Machine } from '../../disk/index.ts'
import type { Store } from '../../stores/contract/store.ts'

/** The disk with the tables of a store, if its sessions are rows of a database. */
export function withTables<Own extends Machine>(disk: Own, { tables }: Store): Own {
  return tables === undefined || disk.tables?.includes(tables) ? disk : { ...disk, tables: [tables] }
}
