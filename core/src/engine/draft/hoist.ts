import type { Deed, Draft } from '../../model/draft.ts'
import { addAll } from '../../model/lists.ts'
import type { Part, Turn } from '../../model/transcript.ts'
import { holdsResult } from '../../model/transcript.ts'
import { mediaLabel } from '../../texts/fixed.ts'
import { mediaOf, newText, newTurn, putBeside, setParts, unpack } from './draft.ts'
import { reshape } from './reshape.ts'

/**
 * Takes the images out of a result and puts them where a user may show them: after all results of its
 * run, so that the run stays unbroken.
 */
export const hoist: Deed<'hoist'> = (draft, { turn, part }, { after }, why) => {
  const { format } = draft.context
  const media = unpack(part, draft).flatMap((piece) => mediaOf(piece, why))
  if (media.length === 0) return
  reshape(draft, { turn, part, shape: 'text-only' }, why)
  const parts = [newText(mediaLabel(part.id, part.name), why), ...media]
  if (format.results.shape === 'list' && format.results.speaker === 'user')
    standAfter(lastOfRun(draft, turn), parts, why)
  else standInOwnTurn(draft, turn, parts, after, why)
}

/** The last turn of an unbroken run of turns with results. */
function lastOfRun({ turns }: Draft, turn: Turn): Turn {
  let position = turns.indexOf(turn)
  while (holdsResult(turns[position + 1])) position++
  return turns[position] ?? turn
}

function standAfter(turn: Turn, parts: readonly Part[], why: string): void {
  const at = turn.parts.findLastIndex((part) => part.kind === 'result') + 1
  // Images of an earlier result of this turn stand there already.
  const end = turn.parts.findIndex((part, index) => index >= at && part.why !== why)
  const seat = end < 0 ? turn.parts.length : end
  setParts(turn, [...turn.parts.slice(0, seat), ...parts, ...turn.parts.slice(seat)], why)
}

function standInOwnTurn(
  draft: Draft,
  turn: Turn,
  parts: Part[],
  after: Map<Turn, Turn[]>,
  why: string,
): void {
  const anchor = lastOfRun(draft, turn)
  const known = after.get(anchor)?.find((other) => other.why === why)
  if (known === undefined) putBeside(after, anchor, newTurn('user', parts, why, 'list'))
  else addAll(known.parts, parts)
}
