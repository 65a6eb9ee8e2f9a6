import type { Tree } from '../links/links.ts'
import type { Entry } from './store.ts'

/** The members by which records point to each other, as paths. */
export interface Links {
  readonly id: readonly string[]
  /** The shape of a new id: a UUID, or eight hexadecimal digits. */
  readonly shape: 'uuid' | 'short'
  readonly parent: readonly string[]
  /** A member that records of one conversation share; a record without its parent gets none of another conversation. */
  readonly apart?: readonly string[]
  /** Other members that name a record: when it goes, they name the nearest record that stays. */
  readonly others: readonly (readonly string[])[]
  /** Members that name the first record of a stretch: when it goes, they name the next one of the stretch. */
  readonly starts?: readonly (readonly string[])[]
  /** Members that name a stretch of records: when records of it come or go, they name the new ones. */
  readonly stretches?: readonly Stretch[]
  /** The parents of records that are not the parents that they name, by position. */
  readonly relinked?: (entries: readonly Entry[], tree: Tree) => ReadonlyMap<number, number>
  /** Whether the agent ties a record without its parent to the one before it as it loads a session. */
  readonly bridgesGaps?: boolean
  /** Whether the last record of a file is the parent of the next one, of whichever type it is. */
  readonly isLeafLast?: boolean
  /** Members that name a record by its position, where records have no ids. */
  readonly positions?: readonly (readonly string[])[]
}

/** The members of a record that name a stretch of others, as paths. */
export interface Stretch {
  readonly first: readonly string[]
  readonly last: readonly string[]
  /** Lists with all ids of it, in their order; the first that is there decides. */
  readonly lists: readonly (readonly string[])[]
  /** The members that are removed when no record of the stretch is left. */
  readonly holders: readonly (readonly string[])[]
}
