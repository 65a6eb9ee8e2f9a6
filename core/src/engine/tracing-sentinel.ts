import type { Ids } from '../model/format.ts'
import type { Facts } from '../model/transcript.ts'
import { BaseSentinel } from './base-sentinel.ts'
import { CallTrail } from './call-trail.ts'

/** A sentinel that can note where calls stand, so that turns need not be gone through again for their ids. */
export abstract class TracingSentinel extends BaseSentinel {
  /** The calls of all sound turns since it began to note them. */
  private trail: CallTrail | undefined

  override reset(facts: Facts): void {
    super.reset(facts)
    this.trail = undefined
  }

  trace(turns: readonly unknown[], from: number, to: number): void {
    this.trail ??= new CallTrail(from)
    this.noteCalls(turns, from, to, this.trail)
  }

  protected abstract readonly noteCalls: (
    turns: readonly unknown[],
    from: number,
    to: number,
    trail: CallTrail,
  ) => void

  traced(ids: Ids): { readonly from: number; readonly positions: readonly number[] } | undefined {
    return this.trail && { from: this.trail.from, positions: this.trail.turnsWith(ids) }
  }
}
