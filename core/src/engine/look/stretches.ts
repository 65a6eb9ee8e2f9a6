import type { Facts } from '../../model/facts.ts'
import type { Format, Ids, Range } from '../../model/format.ts'
import { clearSightings, type GlanceOver, makeSightings, traits } from '../../model/glance.ts'
import type { Tail } from '../../model/report.ts'
import type { Sentinel } from '../../model/sentinel.ts'
import type { Turn, Unreadable } from '../../model/transcript.ts'
import { plainId } from '../match/identity.ts'
import { batch, group, joined, rangeAt } from './ranges.ts'
import { endOfStretch, type Look, Suspects, stretchStart } from './suspects.ts'
import { Watched } from './watched.ts'

/** The part of a document that must be read in full, in batches that have nothing to do with each other. */
export interface Selection {
  /** None where the document is sound. */
  readonly batches: readonly (readonly Range[])[]
  /** Whether a turn that was left out has one of these ids. */
  hides(ids: readonly string[]): boolean
}

const nothing: Selection = { batches: [], hides: () => false }

/**
 * Finds the turns that matter.
 *
 * A stretch is a run of model turns with what follows it. Most stretches of a damaged conversation are
 * sound by themselves and share no id with a suspicious one: nothing that is done elsewhere can concern
 * them, so they are never read in full. A stretch starts with the model and ends before the model speaks
 * again, so no rule about what may follow what looks beyond it. Stretches that share an id are read together.
 *
 * Returns undefined where reading everything would not cost more.
 */
export function selectSuspicious(
  turns: readonly unknown[],
  format: Format,
  sentinel: Sentinel,
  facts: Facts,
  tail: Tail,
): Selection | undefined {
  sentinel.reset(facts)
  const first = sentinel.feed(turns, 0, turns.length)
  if (first < 0 && sentinel.mayEnd(tail)) return nothing
  sentinel.track()
  const look: Look = { turns, format, sentinel, tracked: first < 0 ? turns.length : first }
  const search = new Suspects(look)
  search.note(first)
  search.grow(true)
  const suspects = search.finish(tail)
  if (search.areMost || suspects.length === 0) return undefined
  if (!sentinel.isLocal(turns, suspects)) return undefined
  const { links, others } = linksOf(look, suspects)
  if (!sentinel.isLocal(turns, others)) return undefined
  const ranges = joined([...suspects, ...others])
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
  suspects: readonly Range[],
): { readonly links: readonly [number, number][]; readonly others: readonly Range[] } {
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
function sharing(look: Look, ranges: readonly Range[], ids: Ids): Range[] {
  const { turns, sentinel, tracked = turns.length } = look
  const holders = sentinel.holders(ids)
  if (holders === undefined) return seen(look, ranges, ids, turns.length)
  return [...seen(look, ranges, ids, tracked), ...held(look, ranges, ids, holders)]
}

/** Those among turns that were noted; what only looks like one of the ids is not. */
function held(look: Look, ranges: readonly Range[], ids: Ids, holders: readonly number[]): Range[] {
  const found: Range[] = []
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
function seen(look: Look, ranges: readonly Range[], ids: Ids, to: number): Range[] {
  const { turns } = look
  const wanted = new Watched(ids)
  const found: Range[] = []
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

/** The ids of calls and results in some turns, and the names of items. */
export function idsIn(look: Look, start: number, end: number): string[] {
  const ids: string[] = []
  for (let index = start; index < end; index++) addIdsAt(look, index, ids)
  return ids
}

/** Adds the ids of one turn; most turns need not be read for it. */
export function addIdsAt({ turns, format }: Look, index: number, ids: string[]): void {
  if (format.glance !== undefined && addGlanced(format.glance, turns, index, ids)) return
  addIds(format.readTurn(turns[index], index, [], unread), ids)
  // Setting a length costs more than looking at it, even where nothing changes.
  if (unread.length > 0) unread.length = 0
}

/** Adds the ids of a plain turn; false where it has to be read. */
function addGlanced(glance: GlanceOver, turns: readonly unknown[], index: number, ids: string[]): boolean {
  clearSightings(sightings)
  glance(turns, index, index + 1, sightings, 0)
  const bits = sightings.traits[0] as number
  if ((bits & (traits.odd | traits.unclear | traits.named)) !== 0) return false
  for (let at = 0; at < sightings.taped; at++) ids.push(sightings.ids[at] as string)
  return true
}

const sightings = makeSightings()

/** What cannot be read is noted when the stretch is read for good. */
const unread: Unreadable[] = []

function addIds(turn: Turn, ids: string[]): void {
  if (turn.itemId !== undefined) ids.push(turn.itemId)
  for (const part of turn.parts) {
    if (part.kind !== 'call' && part.kind !== 'result') continue
    const id = part.kind === 'call' ? part.id : (part.id ?? part.alias)
    // Without an id, a result may belong to a call elsewhere by the name of its tool.
    ids.push(id ?? `name ${part.name ?? ''}`)
  }
}
