import type { Format, TurnRange } from '../../model/format.ts'
import type { Shift } from './shift.ts'

/** Ranges of turns, batch by batch. */
type Batches = readonly (readonly TurnRange[])[]

/**
 * Whether each repaired range still starts with its model turn and ends on someone else's, so that what
 * stands beyond it meets what it met before.
 */
export function keepEnds(
  format: Format,
  [document, mended]: readonly [document: unknown, mended: unknown],
  [batches, shifted]: readonly [batches: Batches, shifted: Batches],
  { isGone }: Shift,
): boolean {
  const turns = format.turnsOf(document) ?? []
  const after = format.turnsOf(mended) ?? []
  const keepsEnd = ({ start, end }: TurnRange, last: unknown): boolean => {
    if (start > 0 && isGone(start)) return false
    if (end === turns.length) return true
    let kept = end - 1
    while (kept >= start && isGone(kept)) kept--
    return kept >= start && format.isModelTurn(turns[kept]) === false && format.isModelTurn(last) === false
  }
  return batches.every((batch, number) =>
    batch.every((range, index) => keepsEnd(range, after[(shifted[number]?.[index]?.end ?? 0) - 1])),
  )
}
