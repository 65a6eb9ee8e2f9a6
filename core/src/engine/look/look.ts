import type { Facts } from '../../model/facts.ts'
import type { Format, TurnRange } from '../../model/format.ts'
import type { Tail } from '../../model/report.ts'
import type { Sentinel } from '../../model/sentinel.ts'
import { endOfStretch, stretchAround, stretchStart, type Turns } from './stretches.ts'

/**
 * The verdict of a quick look on a conversation.
 *
 * `silent`: no rule finds a fault · `ranges`: what lies outside of these stretches needs no reading, unless it shares an
 * id with one of them · `all`: everything has to be read.
 */
export type Verdict =
  | { readonly say: 'silent' }
  | { readonly say: 'ranges'; readonly ranges: readonly TurnRange[] }
  | { readonly say: 'all' }

const silent: Verdict = { say: 'silent' }
const all: Verdict = { say: 'all' }

/**
 * A quick look over a conversation, of which turns may be still to come.
 *
 * Turns that were looked at and are sound may be taken out of the list: those before `needed` are not asked for again.
 */
export class Look implements Turns {
  readonly format: Format
  readonly sentinel: Sentinel
  turns: readonly unknown[] = []
  /** The suspicious stretches so far. */
  ranges: TurnRange[] = []
  /** The first turn from which on the sentinel notes where ids stand; undefined where it does not. */
  tracked: number | undefined
  /** How many turns lie in suspicious stretches. */
  private size = 0
  /** Where the first turn stands that is in no suspicious stretch yet. */
  private from = 0
  /** How far the sentinel has read. */
  private fed = 0
  /** A suspicious stretch whose end is still to come. */
  private open: { readonly start: number; end: number } | undefined

  constructor(format: Format, sentinel: Sentinel) {
    this.format = format
    this.sentinel = sentinel
  }

  /** Begins a conversation with its first turns. */
  begin(turns: readonly unknown[], facts: Facts): this {
    this.turns = turns
    this.ranges = []
    this.tracked = undefined
    this.size = 0
    this.from = 0
    this.fed = 0
    this.open = undefined
    this.sentinel.reset(facts)
    return this
  }

  /** Goes on with a list that begins with the turns which were looked at. */
  goOn(turns: readonly unknown[]): void {
    this.turns = turns
  }

  /** Whether no turn so far is suspicious; looks no further than to the first one that is. */
  isQuiet(): boolean {
    const { turns, fed } = this
    if (this.isUnbroken && fed < turns.length) this.note(this.sentinel.feed(turns, fed, turns.length))
    return this.isUnbroken
  }

  /** Whether no rule finds a fault in a conversation that ends here. */
  isSilent(tail: Tail): boolean {
    return this.isQuiet() && this.sentinel.mayEnd(tail)
  }

  /** Whether no rule finds a fault in some stretches, by which a conversation ends. */
  areSilent(stretches: readonly TurnRange[], facts: Facts, tail: Tail): boolean {
    const { sentinel, turns } = this
    sentinel.reset(facts)
    for (const { start, end } of stretches)
      if (sentinel.feed(turns, start, end) >= 0 || !sentinel.isSettled()) return false
    return sentinel.mayEnd(tail)
  }

  /** Looks at all turns that have come since; `isEnd`: no more will come. */
  grow(isEnd: boolean): void {
    const { turns } = this
    while (this.open !== undefined || this.fed < turns.length) {
      if (this.open === undefined) this.note(this.sentinel.feed(turns, this.fed, turns.length))
      else if (!this.close(this.open, isEnd) || (isEnd && this.areMost)) return
    }
  }

  /** The turns that are to be read of the conversation, which ends here. */
  verdict(tail: Tail): Verdict {
    if (this.isSilent(tail)) return silent
    this.grow(true)
    this.takeEnd(tail)
    const { ranges, turns, sentinel } = this
    if (this.areMost || ranges.length === 0 || !sentinel.isLocal(turns, ranges)) return all
    return { say: 'ranges', ranges }
  }

  /** From here on, the sentinel notes where ids stand. */
  track(): void {
    this.sentinel.track()
    this.tracked = this.fed
  }

  /** The first turn that may be asked for again: a stretch starts by what stands before it. */
  get needed(): number {
    return (this.open?.start ?? stretchStart(this, this.from, this.fed - 1)) - 1
  }

  private get isUnbroken(): boolean {
    return this.open === undefined && this.ranges.length === 0
  }

  /** Whether so many turns are suspicious that reading all would not cost more. */
  private get areMost(): boolean {
    return this.size * 2 > this.turns.length
  }

  /** Notes how far the sentinel has come: to a suspicious turn, or, below zero, to the end. */
  private note(at: number): void {
    this.fed = at < 0 ? this.turns.length : at
    if (at >= 0) this.open = stretchAround(this, this.from, at)
  }

  /** Takes an end that may not be one: what it lacks may stand in a suspicious stretch. */
  private takeEnd(tail: Tail): void {
    const { turns, sentinel, from } = this
    const isDone = sentinel.mayEnd(tail) && (this.ranges.length === 0 || sentinel.isSettled())
    if (!isDone && from < turns.length)
      this.add({ start: stretchStart(this, from, turns.length - 1), end: turns.length })
  }

  /** Looks for the end of a stretch; false where it may be still to come. */
  private close(open: { readonly start: number; end: number }, isEnd: boolean): boolean {
    open.end = endOfStretch(this, open.end)
    if (open.end === this.turns.length && !isEnd) return false
    this.add({ start: open.start, end: open.end })
    this.sentinel.skip()
    this.from = open.end
    this.fed = open.end
    this.open = undefined
    return true
  }

  private add(range: TurnRange): void {
    this.ranges.push(range)
    this.size += range.end - range.start
  }
}
