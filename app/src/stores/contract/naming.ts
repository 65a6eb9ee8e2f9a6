import type { JsonObject } from '../records/json.ts'
import type { Links } from './store.ts'

/** How a copy of a session gets a name of its own. */
export interface Naming {
  /** The file of a session with another id, beside the one that there is. */
  fileOf(path: string, id: string): string
  /** The members of records that say which session they belong to, as paths. */
  readonly members: readonly (readonly string[])[]
  /** Whether those members of a record say so; left out where they always do. */
  isNamed?(value: JsonObject): boolean
  /** The shape of an id; a UUID unless said otherwise. */
  readonly shape?: Links['shape']
}
