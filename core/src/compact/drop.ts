import { at } from '../model/lists.ts'
import { type CompactState, mayGo, type OpenCompactState, sizeOfUnit, take } from './compact-state.ts'
import { closeGaps } from './gaps.ts'
import type { Stage } from './options.ts'
import { worthOf } from './worth.ts'

/** How much must go: at least so many tokens, or at most so many messages, but no fewer than `least`, or one unit. */
export type Excess = { readonly tokens: number } | { readonly messages: number; readonly least?: number }

/** Units that may go, in the order in which they would, with what has gone after each. */
interface LineUp {
  readonly order: readonly number[]
  readonly freed: readonly number[]
}

/**
 * Takes units away, the least important or the oldest first, and those that cannot stand without them.
 *
 * Tells whether there was one to take.
 */
export function dropUnits(work: OpenCompactState, excess: Excess, stage: Stage): boolean {
  const line = lineUp(work, excess, stage)
  const count = Math.min(howMany(line, excess), line.order.length)
  for (const unit of line.order.slice(0, count)) take(work, unit, stage)
  if (count > 0) closeGaps(work, stage)
  return count > 0
}

/** How many tokens all units that may go come to, without the precious ones. */
export function freedWithout(work: CompactState): number {
  let tokens = 0
  for (const unit of work.starts.keys())
    if (isCandidate(work, unit) && !work.precious.has(unit)) tokens += sizeOfUnit(work, unit).tokens
  return tokens
}

function lineUp(work: CompactState, excess: Excess, stage: Stage): LineUp {
  const all = stage === 'cut' || stage === 'summarize' ? work.starts.keys() : byWorth(work)
  const isEnough = 'tokens' in excess && work.precious.size > 0 && freedWithout(work) >= excess.tokens
  const order: number[] = []
  for (const unit of all)
    if (isCandidate(work, unit) && !(isEnough && work.precious.has(unit))) order.push(unit)
  const measure = 'tokens' in excess ? 'tokens' : 'messages'
  let sum = 0
  const freed = order.map((unit) => {
    sum += sizeOfUnit(work, unit)[measure]
    return sum
  })
  return { order, freed }
}

/** Whether a unit may be chosen to go; what stands beside a summary goes when what it parts has gone. */
export function isCandidate(work: CompactState, unit: number): boolean {
  const isHeld = work.api.rulebook.layout.alternates !== undefined && work.kept.nods.has(unit)
  return mayGo(work, unit) && !isHeld
}

function byWorth(work: CompactState): readonly number[] {
  // As long as nothing has changed, the order is what it was.
  const isFresh = work.whys.size === 0 && work.gone.every((stage) => stage === undefined)
  if (isFresh && work.memory.order !== undefined) return work.memory.order
  const worth = worthOf(work)
  const order = [...worth.keys()]
  order.sort((left, right) => at(worth, left) - at(worth, right) || left - right)
  if (isFresh) work.memory.order = order
  return order
}

/** How many units must go; found by halves. */
function howMany({ freed }: LineUp, excess: Excess): number {
  if ('messages' in excess)
    return Math.max(
      countWhere(freed, (sum) => sum <= excess.messages),
      countWhere(freed, (sum) => sum < (excess.least ?? 1)) + 1,
    )
  return Math.min(countWhere(freed, (sum) => sum < excess.tokens) + 1, freed.length)
}

/** How many of the first sums pass; sums rise. */
function countWhere(sums: readonly number[], passes: (sum: number) => boolean): number {
  let low = 0
  let high = sums.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(at(sums, middle))) low = middle + 1
    else high = middle
  }
  return low
}
