import { unfinishedTurns } from '../engine/tail.ts'
import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import type { Part, Result } from '../model/transcript.ts'
import { mediaInResult as text } from '../texts/en.ts'

/**
 * Only a user may show images; those of a result stand after all results of its run.
 *
 * While other results of the same run are on their way there is no such place yet, and nothing to be sent.
 */
export const mediaInResult: Rule = {
  name: 'media-in-result',
  text,
  stage: 'after',
  *detect({ turns, pairs, tail }) {
    const unfinished = unfinishedTurns(turns, pairs.joints, tail)
    for (const { turn, part } of seatsOf(turns, showsMedia)) {
      if (!unfinished.has(turn)) yield { turn, part, intents: [{ do: 'hoist', turn, part }] }
    }
  },
}

function showsMedia(part: Part): part is Result {
  return part.kind === 'result' && part.hasMedia
}
