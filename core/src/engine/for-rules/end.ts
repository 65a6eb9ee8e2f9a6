import type { Tail } from '../../model/report.ts'
import type { RowLimits } from '../../model/row.ts'
import { isSilent, speakerOf, type Turn } from '../../model/transcript.ts'
import { nothingSaid } from '../../texts/fixed.ts'
import { rowOf } from '../context.ts'
import { type Draft, newText, newTurn } from '../draft/draft.ts'

/** The last turn, where a request to this API may not end on it. */
export function badEnd(
  turns: readonly Turn[],
  row: Pick<RowLimits, 'speakers'>,
  tail: Tail,
): Turn | undefined {
  const last = turns[turns.length - 1]
  if (last === undefined || tail !== 'closed') return undefined
  const isBad = (row.speakers ?? ['model']).includes(speakerOf(last)) && !last.isPrefix && !isPaused(last)
  return isBad ? last : undefined
}

/** The provider was at work on a tool of its own, or has just finished: the turn is sent back as it is, to go on. */
function isPaused({ parts }: Turn): boolean {
  const halves = parts.filter((part) => part.kind === 'hosted')
  const last = parts.findLast((part) => !isSilent(part))
  if (last?.kind === 'other' && last.isSummary === true) return true
  // Where tools have no ids, no provider is on record as pausing.
  if (last?.kind === 'hosted' && last.half === 'result' && last.id !== undefined) return true
  const answered = new Set(halves.flatMap(({ half, id }) => (half === 'result' ? [id] : [])))
  return halves.some(({ half, id }) => half === 'call' && !answered.has(id))
}

/**
 * Keeps the end of the request what it was where moving or dropping took the last turn away.
 *
 * A request that already ended on the model is left so: what to say next is not ours to invent.
 */
export function keepEnd(draft: Draft): void {
  const { reading, tail, facts } = draft.context
  if (tail !== 'closed' || reading.turns.length === 0 || facts.isSummarized === true) return
  if (draft.turns.length === 0 && !reading.isPartial) endOnUser(draft, 'empty-turn')
  const row = rowOf(draft.context, 'ends-on-model')
  if (row === undefined || badEnd(reading.turns.slice(-1).map(asItWas), row, tail) !== undefined) return
  if (badEnd(draft.turns, row, tail) !== undefined) endOnUser(draft, 'ends-on-model')
}

/** A turn as the document has it: what it held may have gone since. */
function asItWas(turn: Turn): Turn {
  return turn.was === undefined ? turn : { ...turn, parts: [...turn.was] }
}

function endOnUser(draft: Draft, why: string): void {
  const turn = newTurn('user', [newText(nothingSaid, why)], why)
  turn.near = draft.context.reading.turns.at(-1)?.index ?? 0
  draft.turns = [...draft.turns, turn]
}
