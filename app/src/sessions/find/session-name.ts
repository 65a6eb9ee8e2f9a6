import { rowPathIn } from '../../disk/index.ts'
import type { Store } from '../../stores/contract/store.ts'
import { tables } from '../../stores/index.ts'
import type { Found } from './find.ts'

/** The name of a session in a sentence: its path, or in a database the name that its agent gives it. */
export function sessionName({ store, target }: Pick<Found, 'store' | 'target'>): string {
  return nameAt(store, target.path)
}

/** The same by the path of the session. */
export function nameAt({ tables: own }: Store, path: string): string {
  const row = own === undefined ? undefined : rowPathIn(path)
  return (row && own?.nameOf(row.database, row.id)) ?? path
}

/** The name of the session that a path inside a database leads to: `main/3f2a`; undefined for the path of a file. */
export function rowNameAt(path: string): string | undefined {
  const row = rowPathIn(path)
  if (row === undefined) return undefined
  return tables.find(({ isDatabase }) => isDatabase(row.database))?.nameOf(row.database, row.id)
}
