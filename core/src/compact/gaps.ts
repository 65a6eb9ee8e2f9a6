import { at } from '../model/lists.ts'
import { speakerOf, type Turn } from '../model/transcript.ts'
import { type CompactState, endOfUnit, mayGo, type OpenCompactState, take } from './compact-state.ts'
import type { Stage } from './options.ts'
import { mustStartOnUser } from './protect.ts'

/**
 * Lets go of what may not stand after a gap: the cut moves on.
 *
 * A request that must start with the user starts with one, and the model does not go on from words that
 * it did not say last: `model · (user) · model` loses the first of the two, if that may go.
 */
export function closeGaps(work: OpenCompactState, stage: Stage): void {
  const startsOnUser = mustStartOnUser(work.api.rulebook, work.facts)
  const stands: number[] = []
  let isGap = false
  let hasSpoken = false
  for (let unit = 0; unit < work.starts.length; unit++) {
    if (work.gone[unit] !== undefined) {
      isGap = true
      continue
    }
    const first = firstOf(work, unit)
    for (let top = stands.at(-1); isGap && top !== undefined; top = stands.at(-1)) {
      if (!areModels(lastOf(work, top), first) || !mayGo(work, top)) break
      take(work, top, stage)
      stands.pop()
    }
    const top = stands.at(-1)
    const isLost =
      isGap &&
      ((startsOnUser && !hasSpoken && speakerOf(first) !== 'user') ||
        (top !== undefined && areModels(lastOf(work, top), first)))
    if (isLost && mayGo(work, unit)) {
      take(work, unit, stage)
      continue
    }
    stands.push(unit)
    hasSpoken ||= speakerOf(first) !== 'system'
    isGap = false
  }
}

function firstOf({ turns, starts }: CompactState, unit: number): Turn {
  return at(turns, at(starts, unit))
}

function lastOf(work: CompactState, unit: number): Turn {
  return at(work.turns, endOfUnit(work, unit) - 1)
}

function areModels(before: Turn, after: Turn): boolean {
  return speakerOf(before) === 'model' && speakerOf(after) === 'model'
}
