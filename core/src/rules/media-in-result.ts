import { unfinishedTurns } from '../engine/tail.ts'
import type { Rule } from '../model/rule.ts'

/**
 * Only a user may show images; those of a result stand after all results of its run.
 *
 * While other results of the same run are on their way there is no such place yet, and nothing to be sent.
 */
export const mediaInResult: Rule = {
  name: 'media-in-result',
  stage: 'after',
  *detect({ turns, pairs, tail }) {
    const unfinished = unfinishedTurns(turns, pairs.joints, tail)
    for (const turn of turns) {
      if (unfinished.has(turn)) continue
      for (const part of turn.parts) {
        if (part.kind === 'result' && part.hasMedia)
          yield { turn, part, intents: [{ do: 'hoist', turn, part }] }
      }
    }
  },
}
