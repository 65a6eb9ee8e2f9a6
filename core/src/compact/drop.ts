import { speakerOf, type Turn } from '../model/transcript.ts'
import type { Stage } from './options.ts'
import { mustStartOnUser } from './protect.ts'
import { endOfUnit, mayGo, type OpenWork, sizeOfUnit, take, type Work } from './work.ts'
import { worthOf } from './worth.ts'

/** How much must go: at least so many tokens, or at most so many messages and at least one unit. */
export type Excess = { readonly tokens: number } | { readonly messages: number }

/** Units that may go, in the order in which they would, with what has gone after each. */
interface LineUp {
  readonly order: readonly number[]
  readonly freed: readonly number[]
}

/** Takes units away, the least important or the oldest first, and those that cannot stand without them. */
export function dropUnits(work: OpenWork, excess: Excess, stage: Stage): void {
  const line = lineUp(work, excess, stage)
  const count = howMany(line, excess)
  for (const unit of line.order.slice(0, count)) take(work, unit, stage)
  if (count > 0) closeGaps(work, stage)
}

function lineUp(work: Work, excess: Excess, stage: Stage): LineUp {
  const all = stage === 'cut' || stage === 'summarize' ? work.starts.keys() : byWorth(work)
  const order: number[] = []
  for (const unit of all) if (mayGo(work, unit)) order.push(unit)
  const measure = 'tokens' in excess ? 'tokens' : 'messages'
  let sum = 0
  const freed = order.map((unit) => {
    sum += sizeOfUnit(work, unit)[measure]
    return sum
  })
  return { order, freed }
}

function byWorth(work: Work): readonly number[] {
  // As long as nothing has changed, the order is what it was.
  const isFresh = work.whys.size === 0 && work.gone.every((stage) => stage === undefined)
  if (isFresh && work.memory.order !== undefined) return work.memory.order
  const worth = worthOf(work)
  const order = [...worth.keys()]
  order.sort((left, right) => (worth[left] as number) - (worth[right] as number) || left - right)
  if (isFresh) work.memory.order = order
  return order
}

/** How many units must go; found by halves. */
function howMany({ freed }: LineUp, excess: Excess): number {
  if ('messages' in excess)
    return Math.max(
      countWhere(freed, (sum) => sum <= excess.messages),
      1,
    )
  return Math.min(countWhere(freed, (sum) => sum < excess.tokens) + 1, freed.length)
}

/** How many of the first sums pass; sums rise. */
function countWhere(sums: readonly number[], passes: (sum: number) => boolean): number {
  let low = 0
  let high = sums.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(sums[middle] as number)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Lets go of what may not stand after a gap: the cut moves on.
 *
 * A request that must start with the user starts with one, and the model does not go on from words that
 * it did not say last: `model · (user) · model` loses the first of the two, if that may go.
 */
function closeGaps(work: OpenWork, stage: Stage): void {
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

function firstOf({ turns, starts }: Work, unit: number): Turn {
  return turns[starts[unit] as number] as Turn
}

function lastOf(work: Work, unit: number): Turn {
  return work.turns[endOfUnit(work, unit) - 1] as Turn
}

function areModels(before: Turn, after: Turn): boolean {
  return speakerOf(before) === 'model' && speakerOf(after) === 'model'
}
