import type { Arrival } from '../changes/change.ts'
import type { Entry, Lane, Store } from '../contract/store.ts'

/** Records that come to a lane and go from it. */
export interface Moving {
  readonly store: Store
  readonly entries: readonly Entry[]
  readonly lane: Lane
  /** In the order of the lane. */
  readonly arrivals: readonly Arrival[]
  /** The records that leave their place, with the rule that asked for it. */
  readonly leaving: ReadonlyMap<number, string>
  /** Whether leaving records stay in the file, as a branch that is not sent; records in a row have no branches. */
  readonly isHiding?: boolean
}
