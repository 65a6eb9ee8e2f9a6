import type { Format } from '../../model/format.ts'

/**
 * The turns of a conversation, in their format.
 *
 * A stretch of them is a run of model turns with what follows it: `model calls, results, user speaks` is one.
 */
export interface StretchTurns {
  readonly turns: readonly unknown[]
  readonly format: Format
}

/** A stretch starts where the model speaks after somebody who is clearly not the model. */
export function isStart({ turns, format }: StretchTurns, position: number): boolean {
  return format.isModelTurn(turns[position]) === true && format.isModelTurn(turns[position - 1]) === false
}

/** Where the stretch with a turn starts. */
export function stretchStart(turns: StretchTurns, from: number, at: number): number {
  let start = at
  while (start > from && !isStart(turns, start)) start--
  return start
}

/** Where the next stretch starts, from a turn on. */
export function endOfStretch(turns: StretchTurns, from: number): number {
  let end = from
  while (end < turns.turns.length && !isStart(turns, end)) end++
  return end
}

/**
 * The stretch that a suspicion is about: where it comes up as the model begins to speak, what is
 * missing is missing from the stretch before. If the turn itself is to blame, it comes up again.
 */
export function stretchAround(turns: StretchTurns, from: number, at: number): { start: number; end: number } {
  if (at > from && isStart(turns, at)) return { start: stretchStart(turns, from, at - 1), end: at }
  return { start: stretchStart(turns, from, at), end: at + 1 }
}
