import type { Format, Range } from '../../model/format.ts'
import type { Tail } from '../../model/report.ts'
import type { Sentinel } from '../../model/sentinel.ts'

/** A document's turns, and who looks at them. */
export interface Look {
  readonly turns: readonly unknown[]
  readonly format: Format
  readonly sentinel: Sentinel
  /** The first turn that was looked at while the sentinel noted where ids stand, if it does. */
  readonly tracked?: number
}

/**
 * Finds the stretches that look suspicious by themselves, while a list of turns grows.
 *
 * What was looked at and is sound may be taken out of the list: turns before `needed` are not asked for again.
 */
export class Suspects {
  readonly ranges: Range[] = []
  /** How many turns lie in suspicious stretches. */
  size = 0
  private readonly look: Look
  /** Where the first turn stands that is in no suspicious stretch yet. */
  private from = 0
  /** How far the sentinel has read. */
  private fed = 0
  /** A suspicious stretch whose end is still to come. */
  private open: { readonly start: number; end: number } | undefined

  constructor(look: Look) {
    this.look = look
  }

  /** The first turn that may be asked for again: a stretch starts by what stands before it. */
  get needed(): number {
    return (this.open?.start ?? stretchStart(this.look, this.from, this.fed - 1)) - 1
  }

  /** Whether so many turns are suspicious that reading all would not cost more. */
  get areMost(): boolean {
    return this.size * 2 > this.look.turns.length
  }

  /** Looks at the turns that have come since. */
  grow(isEnd: boolean): void {
    const { turns, sentinel } = this.look
    while (this.open !== undefined || this.fed < turns.length) {
      if (this.open !== undefined) {
        if (!this.close(this.open, isEnd) || (isEnd && this.areMost)) return
        continue
      }
      this.note(sentinel.feed(turns, this.fed, turns.length))
    }
  }

  /** Notes how far the sentinel has come: to a suspicious turn, or, below zero, to the end. */
  note(at: number): void {
    this.fed = at < 0 ? this.look.turns.length : at
    if (at >= 0) this.open = stretchAround(this.look, this.from, at)
  }

  /** All stretches, once all turns have come: what an unfinished end lacks may stand in a suspicious one. */
  finish(tail: Tail): readonly Range[] {
    const { turns, sentinel } = this.look
    const isDone = sentinel.mayEnd(tail) && (this.ranges.length === 0 || sentinel.isSettled())
    if (!isDone && this.from < turns.length)
      this.add({ start: stretchStart(this.look, this.from, turns.length - 1), end: turns.length })
    return this.ranges
  }

  /** Looks for the end of a stretch; false where it may be still to come. */
  private close(open: { readonly start: number; end: number }, isEnd: boolean): boolean {
    const { turns, sentinel } = this.look
    open.end = endOfStretch(this.look, open.end)
    if (open.end === turns.length && !isEnd) return false
    this.add({ start: open.start, end: open.end })
    sentinel.skip()
    this.from = open.end
    this.fed = open.end
    this.open = undefined
    return true
  }

  private add(range: Range): void {
    this.ranges.push(range)
    this.size += range.end - range.start
  }
}

/**
 * The stretch that a suspicion is about: where it comes up as the model begins to speak, what is
 * missing is missing from the stretch before. If the turn itself is to blame, it comes up again.
 */
export function stretchAround(look: Look, from: number, at: number): { start: number; end: number } {
  if (at > from && isStart(look, at)) return { start: stretchStart(look, from, at - 1), end: at }
  return { start: stretchStart(look, from, at), end: at + 1 }
}

/** Where the next stretch starts, from a turn on. */
export function endOfStretch(look: Look, from: number): number {
  let end = from
  while (end < look.turns.length && !isStart(look, end)) end++
  return end
}

/** Where the stretch with a turn starts. */
export function stretchStart(look: Look, from: number, at: number): number {
  let start = at
  while (start > from && !isStart(look, start)) start--
  return start
}

/** A stretch starts where the model speaks after somebody who is clearly not the model. */
export function isStart({ turns, format }: Look, position: number): boolean {
  return format.isModelTurn(turns[position]) === true && format.isModelTurn(turns[position - 1]) === false
}
