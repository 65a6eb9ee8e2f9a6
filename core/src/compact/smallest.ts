import { beginAgain, mayGo, type Offer, type OpenCompactState, putIn, take } from './compact-state.ts'
import { fewestOf, type Stop } from './fewest.ts'
import { type Base, type Finished, finish } from './finish.ts'
import type { Stage, SummaryRequest } from './options.ts'
import { withoutOpening } from './protect.ts'
import type { Compaction } from './run.ts'
import { shrinkResults } from './shorten.ts'
import { isShrinking, stagesOf } from './stages.ts'
import { stopsIn, summaryOwner } from './stops.ts'
import { offerAll } from './summary.ts'

// Each time around something new is known of what may follow what; there is not so much to know.
const mostRounds = 30

/**
 * Writes the document as small as the stages can make it, where nothing else fits.
 *
 * Of what may go, the least stays that the API asks for, without a summary and with each that was given.
 * Turns that the engine refuses or puts between are learned on the way, until they are those that were reckoned with.
 */
export function* smallestOf(
  compaction: Compaction,
  base: Base,
  work: OpenCompactState,
  room: number | undefined,
): Generator<SummaryRequest, Finished, string> {
  const stages = stagesOf(compaction.options)
  const ways = waysOf(stages)
  beginAgain(work)
  work.kept = withoutOpening(work.kept)
  if (room !== undefined)
    for (const stage of stages) if (isShrinking(stage)) shrinkResults(work, stage, 0, 'all')
  // A caller that wants a share to go does not want all to be summed up.
  if (ways.isSummed && ways.drop === undefined && room !== undefined) yield* offerAll(work, room)
  let best = smallestWith(compaction, base, work, undefined, ways)
  for (const offer of work.offers)
    if (offer.put !== undefined) best = smaller(best, smallestWith(compaction, base, work, offer, ways))
  return best
}

/** The ways in which units can go. */
interface Ways {
  readonly drop: Stage | undefined
  readonly canHide: boolean
  /** Whether what can be hidden is hidden rather than dropped. */
  readonly hidesFirst: boolean
  readonly isSummed: boolean
}

function waysOf(stages: readonly Stage[]): Ways {
  const first = stages.find((stage) => stage === 'drop' || stage === 'cut' || stage === 'hide')
  return {
    drop: stages.find((stage) => stage === 'drop' || stage === 'cut'),
    canHide: stages.includes('hide'),
    hidesFirst: first === 'hide',
    isSummed: stages.includes('summarize'),
  }
}

/** The smallest with or without a summary. What cannot be hidden as it stands may still be dropped, and mended. */
function smallestWith(
  compaction: Compaction,
  base: Base,
  work: OpenCompactState,
  offer: Offer | undefined,
  ways: Ways,
): Finished {
  const first = smallestBy(compaction, base, work, offer, ways)
  if (!ways.hidesFirst || ways.drop === undefined) return first
  return smaller(first, smallestBy(compaction, base, work, offer, { ...ways, hidesFirst: false }))
}

function smallestBy(
  compaction: Compaction,
  base: Base,
  work: OpenCompactState,
  offer: Offer | undefined,
  ways: Ways,
): Finished {
  let best: Finished | undefined
  let known: number
  let round = 0
  do {
    known = work.manners.size
    beginAgain(work)
    if (offer?.put !== undefined) {
      for (const unit of offer.units) take(work, unit, 'summarize')
      putIn(work, offer.put)
    }
    letGo(work, ways)
    const finished = finish(compaction, base, work)
    best = best === undefined ? finished : smaller(best, finished)
  } while (known !== work.manners.size && ++round < mostRounds)
  return best
}

/** Lets all go that has not to stay. */
function letGo(work: OpenCompactState, { drop, canHide, hidesFirst }: Ways): void {
  if (drop === undefined && !canHide) return
  const { manners } = work
  const stops = stopsIn(work)
  const terms = {
    manners,
    isFree: ({ owner }: Stop) => owner !== summaryOwner && mayGo(work, owner),
    canMend: drop !== undefined,
  }
  let from = 0
  for (const step of fewestOf(stops, terms)) {
    const to = stops.indexOf(step.stop, from)
    const stage =
      drop === undefined || (hidesFirst && !manners.isRefused(step.before, step.stop.ends)) ? 'hide' : drop
    for (const { owner } of stops.slice(from, to)) take(work, owner, stage)
    from = to + 1
  }
}

function smaller(left: Finished, right: Finished): Finished {
  const less = right.size.tokens - left.size.tokens || right.size.messages - left.size.messages
  return less < 0 ? right : left
}
