import type { Format } from '../../model/format.ts'
import type { Picks } from '../../model/picks.ts'
import type { Rulebook } from '../../model/rulebook.ts'
import { widenPick } from './widen-pick.ts'

/** The picks of a look by a rulebook: names of tools too, where some are denied. */
export function picksFor(format: Format, { rows }: Rulebook): Picks {
  return rows['tool-denied'] === undefined ? format.picks : picksWithOffers(format)
}

/** The picks of a look that minds the names of tools. */
export function picksWithOffers({ picks, offers }: Format): Picks {
  if (offers === undefined) return picks
  const known = widened.get(picks) ?? widenPick(picks, offers.picks)
  widened.set(picks, known)
  return known
}

const widened = new WeakMap<Picks, Picks>()
