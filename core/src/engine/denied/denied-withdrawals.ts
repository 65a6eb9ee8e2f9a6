import type { Declaration } from '../../model/declared.ts'
import { addTo } from '../../model/lists.ts'
import type { View } from '../../model/rule.ts'
import { speakerOf, type Turn } from '../../model/transcript.ts'

/** Declared tools that a turn takes from the model, by the turn before it. */
export type Withdrawn = ReadonlyMap<Turn, readonly Declaration[]>

/**
 * The denied tools that a turn takes from the model, so that what stands before it stays as it is.
 *
 * A tool that has its place keeps it. Any other is taken away after the last turn, if that is not the model's and
 * the past stays as it is; if not, the body loses it.
 */
export function withdrawnAmong(
  { turns, withdrawals }: View,
  gone: readonly Declaration[],
  isPastKept: boolean,
): Withdrawn {
  const places = new Map<Turn, Declaration[]>()
  if (withdrawals === undefined) return places
  const last = turns.at(-1)
  const isFree = isPastKept && last !== undefined && mayBeFollowed(last)
  for (const declaration of gone.filter(({ isReferable }) => isReferable === true)) {
    const name = nameOf(declaration)
    const count = withdrawals.places.get(name)
    const end = isFree && withdrawals.mayAdd(name) ? last : undefined
    const beside = count === undefined ? end : turns.findLast(({ index }) => index >= 0 && index < count)
    if (beside !== undefined) addTo(places, beside, declaration)
  }
  return places
}

/** The name that a tool is declared by. */
export function nameOf({ names: [name = ''] }: Declaration): string {
  return name
}

function mayBeFollowed(turn: Turn): boolean {
  const speaker = speakerOf(turn)
  return speaker === 'user' || speaker === 'system'
}
