import { type Api, placeOf } from '../../model/format.ts'
import type { Origin } from '../../model/origin.ts'
import type { OpenCall } from '../../model/transcript.ts'
import { readAll } from '../reading.ts'
import { match } from './match.ts'
import { isOpen } from './match-state.ts'

/** The calls that wait for a result, running ones too. */
export function openCallsIn(
  document: unknown,
  { format, rulebook }: Api,
  origin?: Origin,
): readonly OpenCall[] {
  const reading = readAll(document, format)
  const { turns, facts } = reading
  const { isContinued } = facts
  const { joints } = match(turns, rulebook.layout, { isContinued, pairByCount: format.pairByCount, origin })
  return joints.filter(isOpen).map(({ call, turn }) => ({
    id: call.id,
    name: call.name,
    at: placeOf(format, reading.root, turn, call),
  }))
}
