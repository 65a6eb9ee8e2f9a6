import { clearSightings, type GlanceOver, makeSightings, traits } from '../../model/glance.ts'
import type { Turn, Unreadable } from '../../model/transcript.ts'
import type { Turns } from './stretches.ts'

/** The ids of calls and results in some turns, and the names of items. */
export function idsIn(of: Turns, start: number, end: number): string[] {
  const ids: string[] = []
  for (let index = start; index < end; index++) addIdsAt(of, index, ids)
  return ids
}

/** Adds the ids of one turn; most turns need not be read for it. */
export function addIdsAt({ turns, format }: Turns, index: number, ids: string[]): void {
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

/** Unreadable parts are noted when the stretch is read for good. */
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
