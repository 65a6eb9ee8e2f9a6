import type { TurnRange } from '../../model/format.ts'
import { at } from '../../model/lists.ts'
import { addTo } from '../collect.ts'
import { firstFrom } from '../diff/search.ts'

/** Ranges in order, joined where they touch. */
export function joined(given: readonly TurnRange[]): TurnRange[] {
  const ranges: { start: number; end: number }[] = []
  for (const { start, end } of [...given].sort((left, right) => left.start - right.start)) {
    const last = ranges[ranges.length - 1]
    if (last === undefined || last.end < start) ranges.push({ start, end })
    else last.end = Math.max(last.end, end)
  }
  return ranges
}

/** The number of the range that a position lies in, or -1. */
export function rangeAt(ranges: readonly TurnRange[], position: number): number {
  const number = firstFrom(ranges.length, (index) => at(ranges, index).end <= position)
  return number < ranges.length && at(ranges, number).start <= position ? number : -1
}

/** Puts ranges that are linked into one group each, in document order. */
export function group(
  ranges: readonly TurnRange[],
  links: readonly (readonly [number, number])[],
): TurnRange[][] {
  if (links.length === 0) return ranges.map((range) => [range])
  const leader = ranges.map((_, index) => index)
  const find = (index: number): number => {
    let member = index
    for (let next = at(leader, member); next !== member; next = at(leader, member)) {
      leader[member] = at(leader, next)
      member = at(leader, member)
    }
    return member
  }
  for (const [left, right] of links) {
    const [first, second] = [find(left), find(right)]
    leader[Math.max(first, second)] = Math.min(first, second)
  }
  const groups = new Map<number, TurnRange[]>()
  ranges.forEach((range, index) => {
    addTo(groups, find(index), range)
  })
  return [...groups.values()]
}

// Enough turns to make a batch worth its while, few enough to stay in a cache and die young.
const batchSize = 400

/** Reads several groups at a time: each batch costs something of its own. */
export function batch(groups: readonly TurnRange[][], enough: number = batchSize): TurnRange[][] {
  const batches: TurnRange[][] = []
  let size = enough
  for (const members of groups) {
    if (size >= enough) {
      batches.push([])
      size = 0
    }
    for (const range of members) {
      batches.at(-1)?.push(range)
      size += range.end - range.start
    }
  }
  for (const ranges of batches) ranges.sort((left, right) => left.start - right.start)
  return batches
}
