import { type Speaker, speakerOf, speaks, type Turn } from '../model/transcript.ts'
import type { Stage } from './options.ts'
import { mustStartOnUser } from './protect.ts'
import { endOfUnit, mayGo, type OpenWork, take, type Work } from './work.ts'

/**
 * Lets go of what may not stand after a gap: the cut moves on.
 *
 * A request that must start with the user starts with one, and the model does not go on from words that
 * it did not say last: `model · (user) · model` loses the first of the two, if that may go. What is hidden
 * leaves nothing to be merged: where speakers must alternate, `user · (model) · user` is the same.
 */
export function closeGaps(work: OpenWork, stage: Stage): void {
  const startsOnUser = mustStartOnUser(work.api.rulebook, work.facts)
  const clashes = stage === 'hide' ? clashWhereHidden(work) : clashOfModels(work)
  const stands: number[] = []
  let isGap = false
  let hasSpoken = false
  for (let unit = 0; unit < work.starts.length; unit++) {
    if (work.gone[unit] !== undefined) {
      isGap = true
      continue
    }
    for (let top = stands.at(-1); isGap && top !== undefined; top = stands.at(-1)) {
      if (!clashes(stands, unit) || !mayGo(work, top)) break
      take(work, top, stage)
      stands.pop()
    }
    const first = speakerOf(firstOf(work, unit))
    const isLost = isGap && ((startsOnUser && !hasSpoken && first !== 'user') || clashes(stands, unit))
    if (isLost && mayGo(work, unit)) {
      take(work, unit, stage)
      continue
    }
    stands.push(unit)
    hasSpoken ||= first !== 'system'
    isGap = false
  }
}

/** Whether a unit may not follow the last of those that stand. */
type Clash = (stands: readonly number[], unit: number) => boolean

function clashOfModels(work: Work): Clash {
  return (stands, unit) => {
    const top = stands.at(-1)
    if (top === undefined) return false
    return speakerOf(lastOf(work, top)) === 'model' && speakerOf(firstOf(work, unit)) === 'model'
  }
}

function clashWhereHidden(work: Work): Clash {
  const { alternates } = work.api.rulebook.layout
  const clashes = clashOfModels(work)
  if (alternates === undefined) return clashes
  const isHeard = (turn: Turn): boolean => alternates === 'turns' || speaks(turn)
  return (stands, unit) => {
    if (clashes(stands, unit)) return true
    const next = turnsOf(work, unit).find(isHeard)
    const last = next === undefined ? undefined : lastHeard(work, stands, isHeard)
    return next !== undefined && last === speakerOf(next)
  }
}

function lastHeard(
  work: Work,
  stands: readonly number[],
  isHeard: (turn: Turn) => boolean,
): Speaker | undefined {
  for (let index = stands.length - 1; index >= 0; index--) {
    const turn = turnsOf(work, stands[index] as number).findLast(isHeard)
    if (turn !== undefined) return speakerOf(turn)
  }
  return undefined
}

function firstOf({ turns, starts }: Work, unit: number): Turn {
  return turns[starts[unit] as number] as Turn
}

function lastOf(work: Work, unit: number): Turn {
  return work.turns[endOfUnit(work, unit) - 1] as Turn
}

function turnsOf(work: Work, unit: number): readonly Turn[] {
  return work.turns.slice(work.starts[unit], endOfUnit(work, unit))
}
