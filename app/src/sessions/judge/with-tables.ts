import type { Around } from '../../disk/index.ts'
import type { Store } from '../../stores/contract/store.ts'

/** The disk as a store needs it: one whose sessions are rows brings the tables along. */
export function withTables<Own extends Around>(disk: Own, { tables }: Store): Own {
  return tables === undefined || disk.tables?.includes(tables) ? disk : { ...disk, tables: [tables] }
}
