import { unfinishedTurns } from '../engine/match/tail.ts'
import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import type { Part, Result } from '../model/transcript.ts'

export { wordlessError as words } from '../texts/fault-words.ts'

/**
 * An error is told in words; what else came with it is shown after the results.
 *
 * While other results of the same turn are on their way there is no such place yet, and nothing to be sent.
 */
export const errorResultNotText: Rule = {
  name: 'error-result-not-text',
  title: 'An error result holds more than text',
  text: 'Result `{id}` reports an error and holds more than text.',
  stage: 'after',
  *detect({ turns, pairs, tail }) {
    const unfinished = unfinishedTurns(turns, pairs.joints, tail)
    for (const { turn, part } of seatsOf(turns, isMixedError)) {
      if (unfinished.has(turn)) continue
      const intents = [
        { do: 'hoist', turn, part },
        { do: 'reshape', turn, part, shape: 'text-only' },
      ] as const
      yield { turn, part, intents }
    }
  },
}

function isMixedError(part: Part): part is Result {
  return part.kind === 'result' && part.isError && part.hasMedia
}
