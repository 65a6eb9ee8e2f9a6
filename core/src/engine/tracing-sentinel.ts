import type { Ids } from '../model/format.ts'
import type { Facts } from '../model/transcript.ts'
import { BaseSentinel } from './base-sentinel.ts'
import { CallTrail } from './call-trail.ts'

/** A sentinel that can note where calls stand, so that turns need not be gone through again for their ids. */
export abstract class TracingSentinel extends BaseSentinel {
  /** The calls of all turns taken since it began to note them. */
  protected trail: CallTrail | undefined

  override reset(facts: Facts): void {
    super.reset(facts)
    this.trail = undefined
  }

  trace(from: number): void {
    this.trail ??= new CallTrail(from)
  }

  traced(ids: Ids): { readonly from: number; readonly positions: readonly number[] } | undefined {
    return this.trail && { from: this.trail.from, positions: this.trail.turnsWith(ids) }
  }
}
