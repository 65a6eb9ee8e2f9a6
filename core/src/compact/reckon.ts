import { addTo } from '../engine/collect.ts'
import type { Lineage } from '../engine/diff/between.ts'
import type { Finding } from '../model/finding.ts'
import { at } from '../model/lists.ts'
import type { Place } from '../model/place.ts'
import type { CompactState } from './compact-state.ts'
import { positionIn } from './hide.ts'
import { finder } from './protect.ts'
import { stopsIn } from './stops.ts'

/**
 * Notes what the engine wrote before each unit, or into it, so that it can be reckoned with.
 *
 * A part that was put in is laid to the turn that its rule named; the text of a merge, in equal shares, to all turns that were taken in.
 */
export function noteMended(
  work: CompactState,
  left: Lineage,
  own: Lineage,
  owners: readonly number[],
  named: Named,
): void {
  const put = new Map<number, number>()
  const note = (owner: number | undefined, tokens: number): void => {
    if (owner !== undefined && tokens !== 0) put.set(owner, (put.get(owner) ?? 0) + tokens)
  }
  // From behind, so that it is known where the next turn that stayed stood.
  let end = left.raws.length
  for (let position = own.origins.length - 1; position >= 0; position--) {
    const raw = own.raws[position]
    const origin = at(own.origins, position)
    if (origin < 0) {
      note(owners[named(own.whys.get(position), end) ?? end], tokensOf(work, raw))
      continue
    }
    if (raw !== left.raws[origin] || end > origin + 1) {
      const tokens = tokensOf(work, raw) - tokensOfAll(work, left.raws.slice(origin, end))
      const taken = takenIn(owners, origin, end)
      for (const owner of taken) note(owner, tokens / taken.length)
    }
    end = origin
  }
  work.manners.learnCosts(
    stopsIn(work).map(({ owner, own: before, ends }) => [before, ends, put.get(owner) ?? 0]),
  )
}

/** The position of the first turn that a rule named, from one on. */
export type Named = (rule: string | undefined, from: number) => number | undefined

export function namedIn(found: readonly Finding[], root: Place): Named {
  const places = new Map<string, number[]>()
  for (const finding of found) addTo(places, finding.rule, positionIn(finding.at, root) ?? -1)
  for (const list of places.values()) list.sort((left, right) => left - right)
  return (rule, from) => {
    const list = places.get(rule ?? '') ?? []
    return list[finder(list)(from - 1) + 1]
  }
}

/** The units whose turns were merged with the first of them; its own unit where none was. */
function takenIn(owners: readonly number[], start: number, end: number): readonly number[] {
  const first = at(owners, start)
  const others = new Set(owners.slice(start + 1, end))
  others.delete(first)
  return others.size === 0 ? [first] : [...others]
}

function tokensOfAll(work: CompactState, raws: readonly unknown[]): number {
  return raws.reduce((sum: number, raw) => sum + tokensOf(work, raw), 0)
}

function tokensOf({ counter, api: { format } }: CompactState, raw: unknown): number {
  return counter.turn(format.readTurn(raw, 0, [], []))
}
