import { type ChangedPlace, firstChangeIn } from '../engine/binding/loosened.ts'
import type { Format } from '../model/format.ts'
import { trailOf } from './trail.ts'

/** The first change that a repair made in a document, and whether it stands before the turns. */
export function changeIn(
  format: Format,
  before: unknown,
  after: unknown,
): { readonly change: ChangedPlace; readonly isHead: boolean } | undefined {
  const change =
    before === after ? undefined : (firstChangeIn(format, before, after) ?? cutIn(format, before, after))
  if (change === undefined) return undefined
  const isFirst = change.turn === 0 && change.kept === 0
  return { change, isHead: isFirst && trailOf(format, before).head !== trailOf(format, after).head }
}

/** The change of a document that only lost its last turns: what comes next is made without them. */
function cutIn(format: Format, before: unknown, after: unknown): ChangedPlace | undefined {
  const turn = format.turnsOf(after)?.length ?? 0
  return turn < (format.turnsOf(before)?.length ?? 0) ? { turn, kept: 0 } : undefined
}

/** The earlier of two changes. */
export function earlier(one: ChangedPlace, other: ChangedPlace | undefined): ChangedPlace {
  if (other === undefined || one.turn < other.turn) return one
  return other.turn < one.turn || other.kept < one.kept ? other : one
}
