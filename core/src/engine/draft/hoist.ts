import type { Changes, Deed, Draft } from '../../model/draft.ts'
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
export const hoist: Deed<'hoist'> = (draft, { turn, part }, changes, why) => {
  const media = unpack(part, draft).flatMap((piece) => mediaOf(piece, why))
  if (media.length === 0) return
  reshape(draft, { turn, part, shape: 'text-only' }, changes, why)
  const { hoisted, last } = changes
  if (hoisted.size === 0) last.push(() => standAfterRuns(draft, changes, why))
  const parts = [newText(mediaLabel(part.id, part.name), why), ...media]
  const known = hoisted.get(turn)
  if (known === undefined) hoisted.set(turn, parts)
  else addAll(known, parts)
}

/** Puts images after the unbroken run of results that they came out of. */
function standAfterRuns(draft: Draft, { hoisted, after }: Changes, why: string): void {
  const { results } = draft.context.format
  const ends = endsOfRuns(draft.turns)
  const images = new Map<Turn, Part[]>()
  for (const [turn, parts] of hoisted) {
    const end = ends.get(turn) ?? turn
    const known = images.get(end)
    if (known === undefined) images.set(end, parts)
    else addAll(known, parts)
  }
  for (const [end, parts] of images) {
    if (results.shape === 'list' && results.speaker === 'user') standAfter(end, parts, why)
    else putBeside(after, end, newTurn('user', parts, why, 'list'))
  }
}

/** By turn, the last one of its unbroken run of turns with results. */
function endsOfRuns(turns: readonly Turn[]): ReadonlyMap<Turn, Turn> {
  const ends = new Map<Turn, Turn>()
  let end: Turn | undefined
  for (const turn of turns.toReversed()) {
    const own = end ?? turn
    ends.set(turn, own)
    end = holdsResult(turn) ? own : undefined
  }
  return ends
}

function standAfter(turn: Turn, parts: readonly Part[], why: string): void {
  const seat = turn.parts.findLastIndex((part) => part.kind === 'result') + 1
  setParts(turn, [...turn.parts.slice(0, seat), ...parts, ...turn.parts.slice(seat)], why)
}
