import type { Edit } from '../../model/edit.ts'
import type { TurnRange } from '../../model/format.ts'
import { at } from '../../model/lists.ts'
import type { Place } from '../../model/place.ts'

/** Maps positions in a list to positions after edits have inserted and removed elements. */
export interface Shift {
  /** A range after the edits; elements inserted at its start or its end belong to it. */
  after(range: TurnRange): TurnRange
  /** Whether the element at a position is taken out. */
  isGone(position: number): boolean
}

/** Tells what sorted edits do to the list at a place. */
export function makeShift(edits: readonly Edit[], list: Place): Shift {
  const depth = list.length
  const moves = edits.filter((edit) => isMove(edit, list))
  const positions = new Int32Array(moves.length)
  const totals = new Int32Array(moves.length + 1)
  for (let index = 0; index < moves.length; index++) {
    const move = at(moves, index)
    positions[index] = move.at[depth] as number
    totals[index + 1] = at(totals, index) + (move.do === 'remove' ? -1 : 1)
  }
  /** The first move at a position that puts nothing in before it. */
  const pastInserts = (position: number): number => {
    let at = firstAt(positions, position)
    while (positions[at] === position && moves[at]?.do === 'insert') at++
    return at
  }
  return {
    after: ({ start, end }) => ({
      start: start + at(totals, firstAt(positions, start)),
      end: end + at(totals, pastInserts(end)),
    }),
    isGone: (position) => positions[pastInserts(position)] === position,
  }
}

function isMove({ at, do: act }: Edit, list: Place): boolean {
  if (at.length !== list.length + 1 || (act !== 'insert' && act !== 'remove')) return false
  return list.every((step, depth) => at[depth] === step)
}

/** Lower bound: the index of the first number that is not less than the position. */
function firstAt(sorted: Int32Array, position: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(sorted, middle) < position) low = middle + 1
    else high = middle
  }
  return low
}
