import type { Ids, TurnRange } from '../../model/format.ts'
import type { Tail } from '../../model/report.ts'
import { plainId } from '../match/identity.ts'
import { addIdsAt, idsIn } from './ids-of-turns.ts'
import type { Look } from './look.ts'
import { batch, group, joined, rangeAt } from './ranges.ts'
import { endOfStretch, stretchStart } from './stretches.ts'
import { Watched } from './watched.ts'

/** The part of a document that must be read in full, in batches that have nothing to do with each other. */
export interface Selection {
  /** None where the document is sound. */
  readonly batches: readonly (readonly TurnRange[])[]
  /** Whether a turn that was left out has one of these ids. */
  hides(ids: readonly string[]): boolean
}

const nothing: Selection = { batches: [], hides: () => false }

/**
 * Finds the turns that matter.
 *
 * Most stretches of a damaged conversation are sound by themselves and share no id with a suspicious one: nothing
 * that is done elsewhere can concern them, so they are never read in full. A stretch starts with the model and ends
 * before the model speaks again, so no rule about what may follow what looks beyond it. Stretches that share an id
 * are read together.
 *
 * Returns undefined where reading everything would not cost more.
 */
export function select(look: Look, tail: Tail): Selection | undefined {
  if (look.isSilent(tail)) return nothing
  look.track()
  const verdict = look.verdict(tail)
  if (verdict.say !== 'ranges') return undefined
  const { links, others } = linksOf(look, verdict.ranges)
  if (!look.sentinel.isLocal(look.turns, others)) return undefined
  const ranges = joined([...verdict.ranges, ...others])
  const number = (position: number): number => rangeAt(ranges, position)
  const pairs = links.map(([left, right]) => [number(left), number(right)] as const)
  return {
    batches: batch(group(ranges, pairs)),
    hides: (ids) => ids.length > 0 && sharing(look, ranges, new Set(ids)).length > 0,
  }
}

/** Pairs of positions whose stretches share an id, or would once a signature is taken off it. */
function linksOf(
  look: Look,
  suspects: readonly TurnRange[],
): { readonly links: readonly [number, number][]; readonly others: readonly TurnRange[] } {
  const links: [number, number][] = []
  /** By id, with a signature and without: the first suspicious stretch that has it. */
  const firstWith = new Map<string, number>()
  for (const { start, end } of suspects) {
    for (const id of idsIn(look, start, end)) {
      // A call and its result.
      if (firstWith.get(id) === start) continue
      const key = plainId(id)
      if (key !== id && !firstWith.has(id)) firstWith.set(id, start)
      const other = firstWith.get(key)
      if (other === undefined) firstWith.set(key, start)
      else if (other !== start) links.push([other, start])
    }
  }
  const others = sharing(look, suspects, firstWith)
  for (const { start, end } of others) {
    for (const id of idsIn(look, start, end)) {
      const other = firstWith.has(id) ? firstWith.get(plainId(id)) : undefined
      if (other !== undefined) links.push([other, start])
    }
  }
  return { links, others }
}

/** The stretches outside these ranges in which a turn has one of these ids. */
function sharing(look: Look, ranges: readonly TurnRange[], ids: Ids): TurnRange[] {
  const { turns, sentinel, tracked = turns.length } = look
  const holders = sentinel.holders(ids)
  if (holders === undefined) return seen(look, ranges, ids, turns.length)
  return [...seen(look, ranges, ids, tracked), ...held(look, ranges, ids, holders)]
}

/** Those among turns that were noted; what only looks like one of the ids is not. */
function held(look: Look, ranges: readonly TurnRange[], ids: Ids, holders: readonly number[]): TurnRange[] {
  const found: TurnRange[] = []
  let from = 0
  for (const at of holders) {
    if (at < from || rangeAt(ranges, at) >= 0 || !idsIn(look, at, at + 1).some((id) => ids.has(id))) continue
    const range = { start: stretchStart(look, from, at), end: endOfStretch(look, at + 1) }
    found.push(range)
    from = range.end
  }
  return found
}

/** Those among the first turns, which are looked at once more. */
function seen(look: Look, ranges: readonly TurnRange[], ids: Ids, to: number): TurnRange[] {
  const { turns } = look
  const wanted = new Watched(ids)
  const found: TurnRange[] = []
  let position = 0
  for (const { start, end } of [...ranges, { start: turns.length, end: turns.length }]) {
    const limit = Math.min(start, to)
    while (position < limit) {
      const at = firstWith(look, wanted, position, limit)
      if (at < 0) break
      const after = endOfStretch(look, at + 1)
      found.push({ start: stretchStart(look, position, at), end: Math.min(after, start) })
      position = after
    }
    position = end
    if (start >= to) break
  }
  return found
}

/** The first of some turns that has one of these ids, or -1. */
function firstWith(look: Look, wanted: Watched, from: number, to: number): number {
  const noted: string[] = []
  for (let position = from; position < to; position++) {
    addIdsAt(look, position, noted)
    while (noted.length > 0) if (wanted.has(noted.pop() as string)) return position
  }
  return -1
}
