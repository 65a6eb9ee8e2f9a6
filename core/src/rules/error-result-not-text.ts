import { unfinishedTurns } from '../engine/tail.ts'
import type { Rule } from '../model/rule.ts'

/**
 * An error is told in words; what else came with it is shown after the results.
 *
 * While other results of the same turn are on their way there is no such place yet, and nothing to be sent.
 */
export const errorResultNotText: Rule = {
  name: 'error-result-not-text',
  stage: 'after',
  *detect({ turns, pairs, tail }) {
    const unfinished = unfinishedTurns(turns, pairs.joints, tail)
    for (const turn of turns) {
      if (unfinished.has(turn)) continue
      for (const part of turn.parts) {
        if (part.kind !== 'result' || !part.isError || !part.hasMedia) continue
        const intents = [
          { do: 'hoist', turn, part },
          { do: 'reshape', turn, part, shape: 'text-only' },
        ] as const
        yield { turn, part, intents }
      }
    }
  },
}
