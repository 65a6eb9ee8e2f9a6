import type { Edit } from '../model/edit.ts'
import type { Range } from '../model/format.ts'
import { firstFrom } from './search.ts'

/** Tells where ranges of a list are once edits have put elements in and taken some out. */
export function makeShift(edits: readonly Edit[], depth: number): (range: Range) => Range {
  const moves = edits.filter(
    (edit) => edit.at.length === depth + 1 && (edit.do === 'insert' || edit.do === 'remove'),
  )
  const positions = moves.map((move) => move.at[depth] as number)
  const totals = [0]
  for (const move of moves)
    totals.push((totals[totals.length - 1] as number) + (move.do === 'insert' ? 1 : -1))
  // What is put in at the end of a range belongs to it, what is put in at its start too.
  const firstAt = (position: number): number =>
    firstFrom(positions.length, (index) => (positions[index] as number) < position)
  const before = (position: number): number => totals[firstAt(position)] as number
  const through = (position: number): number => {
    let at = firstAt(position)
    while (at < moves.length && positions[at] === position && moves[at]?.do === 'insert') at++
    return totals[at] as number
  }
  return ({ start, end }) => ({ start: start + before(start), end: end + through(end) })
}
