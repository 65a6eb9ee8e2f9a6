import type { TurnRange } from '../../model/format.ts'
import type { Part, Turn } from '../../model/transcript.ts'
import type { Tally } from '../../model/watch.ts'
import type { CalledNames } from './called-names.ts'
import type { Watches } from './watches.ts'

const none: readonly Tally[] = []

/** The cache marks of a conversation, held against their greatest number, and the tallies that rules ask for. */
export class Counts {
  marks = 0
  private most = Number.POSITIVE_INFINITY
  private tallies = none
  private isTallied = true

  reset({ marks, tallies }: Watches, given: number): void {
    this.most = marks
    this.marks = given
    this.tallies = tallies.length === 0 ? none : tallies.map((make) => make())
    this.isTallied = true
  }

  /** Whether there are too many marks, or a tally has found parts that may be a fault together. */
  get areTooMany(): boolean {
    return this.marks > this.most || !this.isTallied
  }

  /** Takes a part; false where it may be a fault together with others. */
  take(part: Part): boolean {
    for (const tally of this.tallies) if (!tally(part)) this.isTallied = false
    return this.isTallied
  }

  /** Takes the parts of suspicious turns; false where one of them concerns turns far away. */
  takeSuspect({ start, end }: TurnRange, read: (at: number) => Turn, names: CalledNames): boolean {
    for (let at = start; at < end; at++)
      if (!read(at).parts.every((part) => this.takePart(part, names))) return false
    return !this.areTooMany
  }

  private takePart(part: Part, names: CalledNames): boolean {
    if (part.mark !== undefined && part.kind !== 'reasoning') this.marks++
    if (part.kind === 'hosted' || !this.take(part)) return false
    return part.kind !== 'call' || names.isDeclared(part.name ?? '')
  }
}
