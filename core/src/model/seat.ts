import type { Part, Turn } from './transcript.ts'

/** A part and the turn that it stands in. */
export interface PlacedPart<Kind extends Part = Part> {
  readonly turn: Turn
  readonly part: Kind
}

/**
 * The wanted parts of some turns, mostly none.
 *
 * Rules look at every part of every turn: a plain loop does so several times faster than a generator.
 */
export function seatsOf<Kind extends Part>(
  turns: readonly Turn[],
  isWanted: (part: Part, turn: Turn) => part is Kind,
): PlacedPart<Kind>[]
export function seatsOf(turns: readonly Turn[], isWanted: (part: Part, turn: Turn) => boolean): PlacedPart[]
export function seatsOf(turns: readonly Turn[], isWanted: (part: Part, turn: Turn) => boolean): PlacedPart[] {
  const seats: PlacedPart[] = []
  for (const turn of turns) {
    for (const part of turn.parts) if (isWanted(part, turn)) seats.push({ turn, part })
  }
  return seats
}
