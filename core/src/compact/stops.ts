import { type CompactState, endOfUnit, sizeOfUnit } from './compact-state.ts'
import type { Stop } from './fewest.ts'
import { afterAll, atStart, type Before } from './manners.ts'

/** The owner of a summary's turns, which are no unit. */
export const summaryOwner = -1

/** All that is there, in order: units, hidden or not, and the summary. */
export function stopsIn(work: CompactState): readonly Stop[] {
  const stops: Stop[] = []
  let before: Before = atStart
  const add = (owner: number, tokens: number, ends: Stop['ends']): void => {
    stops.push({ owner, tokens, ends, own: before })
    before = afterAll(before, ends)
  }
  for (const [unit, start] of work.starts.entries()) {
    if (work.put?.at === start) add(summaryOwner, work.put.tokens, putEnds(work, work.put.raws))
    const stage = work.gone[unit]
    if (stage !== undefined && stage !== 'hide') continue
    add(unit, sizeOfUnit(work, unit).tokens, endsOfUnit(work, unit))
  }
  return stops
}

function endsOfUnit(work: CompactState, unit: number): Stop['ends'] {
  const known = work.ends[unit]
  if (known !== undefined) return known
  const ends = work.manners.endsOf(work.turns.slice(work.starts[unit], endOfUnit(work, unit)))
  work.ends[unit] = ends
  return ends
}

function putEnds({ manners, api: { format } }: CompactState, raws: readonly unknown[]): Stop['ends'] {
  return manners.endsOf(raws.map((raw) => format.readTurn(raw, 0, [], [])))
}
