import { beginAgain, mayGo, type Offer, type OpenCompactState, putIn, take } from './compact-state.ts'
import { type Finished, type FinishedBase, finish } from './finish.ts'
import type { Stage, SummaryRequest } from './options.ts'
import { withoutOpening } from './protect.ts'
import type { Compaction } from './run.ts'
import { shrinkResults } from './shorten.ts'
import { isRemoving, isShrinking, stagesOf } from './stages.ts'
import { offerAll } from './summary.ts'

/**
 * Writes the document without every unit that may go, if nothing else fits.
 *
 * Each stage that removes units is tried, without a summary and with each one that the caller gave; the smallest document is
 * taken. A unit may have been cheaper than the turn that the engine puts in its place: such units are not looked for.
 */
export function* smallestOf(
  compaction: Compaction,
  base: FinishedBase,
  work: OpenCompactState,
  room: number | undefined,
): Generator<SummaryRequest, Finished, string> {
  const stages = stagesOf(compaction.options)
  const removing = stages.filter(isRemoving)
  beginAgain(work)
  if (room !== undefined)
    for (const stage of stages) if (isShrinking(stage)) shrinkResults(work, stage, 0, 'all')
  // A caller that wants a share to go does not want all to be summed up.
  const canDrop = removing.some((stage) => stage !== 'hide')
  if (stages.includes('summarize') && !canDrop && room !== undefined) yield* offerAll(work, room)
  const offers = [undefined, ...work.offers.filter(({ put }) => put !== undefined)]
  let best: Finished | undefined
  for (const kept of [work.kept, withoutOpening(work.kept)]) {
    work.kept = kept
    for (const offer of offers)
      for (const stage of removing.length === 0 ? [undefined] : removing) {
        removeAll(work, offer, stage)
        const finished = finish(compaction, base, work)
        best = best === undefined ? finished : smaller(best, finished)
      }
  }
  return best ?? finish(compaction, base, work)
}

/** Removes every unit that may go, and puts a summary in the place of those that it speaks of. */
function removeAll(work: OpenCompactState, offer: Offer | undefined, stage: Stage | undefined): void {
  beginAgain(work)
  if (offer?.put !== undefined) {
    for (const unit of offer.units) take(work, unit, 'summarize')
    putIn(work, offer.put)
  }
  if (stage === undefined) return
  for (const unit of work.starts.keys()) if (mayGo(work, unit)) take(work, unit, stage)
}

function smaller(left: Finished, right: Finished): Finished {
  const less = right.size.tokens - left.size.tokens || right.size.messages - left.size.messages
  return less < 0 ? right : left
}
