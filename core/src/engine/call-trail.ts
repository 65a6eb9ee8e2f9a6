import type { Ids } from '../model/format.ts'
import { endOf, Watched } from './watched.ts'

/**
 * Where calls stand and how their ids end, noted on the way.
 *
 * To go through these numbers costs far less than to go through the turns once more. Ids may end alike: a turn
 * that it names is to be looked at, no more.
 */
export class CallTrail {
  /** The first turn that was noted. */
  readonly from: number
  private pairs = new Int32Array(1024)
  private count = 0

  constructor(from: number) {
    this.from = from
  }

  /** Notes that a call with this id stands in a turn. */
  add(id: string, position: number): void {
    if (this.count === this.pairs.length) this.grow()
    this.pairs[this.count++] = endOf(id)
    this.pairs[this.count++] = position
  }

  /** The turns that may hold one of these ids, in the order in which they were noted. */
  turnsWith(ids: Ids): number[] {
    const watched = new Watched(ids)
    const found: number[] = []
    for (let at = 0; at < this.count; at += 2) {
      if (watched.mayEndIn(this.pairs[at] as number)) found.push(this.pairs[at + 1] as number)
    }
    return found
  }

  private grow(): void {
    const larger = new Int32Array(this.pairs.length * 2)
    larger.set(this.pairs)
    this.pairs = larger
  }
}
