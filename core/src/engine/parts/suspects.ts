import type { Format, TurnRange } from '../../model/format.ts'
import type { Tail } from '../../model/report.ts'
import type { Plain } from '../plain/plain.ts'
import { endOfStretch, type StretchTurns, stretchAround, stretchStart } from './stretches.ts'

/**
 * The stretches of a conversation that are not plain, found as its turns come.
 *
 * Plain turns may be taken out of the list once they are seen: those before `needed` are not asked for again.
 */
export class Suspects implements StretchTurns {
  readonly format: Format
  readonly turns: readonly unknown[]
  /** The suspicious stretches so far. */
  readonly ranges: TurnRange[] = []
  private readonly plain: Plain
  /** How many turns lie in suspicious stretches. */
  private size = 0
  /** The first turn after the last suspicious stretch. */
  private from = 0
  private seen = 0
  /** A suspicious stretch whose end is still to come. */
  private open: { readonly start: number; end: number } | undefined

  constructor(format: Format, plain: Plain, turns: readonly unknown[]) {
    this.format = format
    this.plain = plain
    this.turns = turns
  }

  /** Looks at the turns that have come since; `isEnd`: no more will come. */
  look(isEnd: boolean): void {
    const { turns, plain } = this
    while (this.open !== undefined || this.seen < turns.length) {
      if (this.open === undefined) {
        const at = plain.takeAll(turns, this.seen)
        this.seen = at < 0 ? turns.length : at
        if (at >= 0) this.open = stretchAround(this, this.from, at)
      } else if (!this.close(this.open, isEnd) || (isEnd && this.areMost)) return
    }
  }

  /** The suspicious stretches of a conversation that ends here; `all` where reading everything costs no more. */
  end(tail: Tail): 'none' | 'all' | readonly TurnRange[] {
    const { plain, ranges, turns } = this
    this.look(true)
    if (ranges.length === 0 && plain.mayEnd(tail)) return 'none'
    if (!plain.mayBeParted || this.areMost) return 'all'
    // A call whose result is missing may have it in a suspicious stretch.
    const isDone = plain.mayEnd(tail) && (ranges.length === 0 || plain.areSettled)
    if (!isDone && this.from < turns.length)
      this.add({ start: stretchStart(this, this.from, turns.length - 1), end: turns.length })
    return this.areMost ? 'all' : ranges
  }

  /** The first turn that may be asked for again: a stretch starts by what stands before it. */
  get needed(): number {
    return (this.open?.start ?? stretchStart(this, this.from, this.seen - 1)) - 1
  }

  /** Whether so many turns are suspicious that reading all would not cost more. */
  private get areMost(): boolean {
    return this.size * 2 > this.turns.length
  }

  /** Looks for the end of a stretch; false if it may be still to come. */
  private close(open: { readonly start: number; end: number }, isEnd: boolean): boolean {
    open.end = endOfStretch(this, open.end)
    if (open.end === this.turns.length && !isEnd) return false
    this.add(open)
    this.plain.skip()
    this.from = open.end
    this.seen = open.end
    this.open = undefined
    return true
  }

  private add({ start, end }: TurnRange): void {
    this.ranges.push({ start, end })
    this.size += end - start
  }
}
