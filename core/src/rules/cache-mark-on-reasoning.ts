import type { Rule } from '../model/rule.ts'
import { cacheMarkOf } from '../model/transcript.ts'

/** The provider's memory cannot be marked on reasoning; the reasoning stays, the mark goes. */
export const cacheMarkOnReasoning: Rule = {
  name: 'cache-mark-on-reasoning',
  stage: 'after',
  *detect({ turns }) {
    for (const turn of turns) {
      for (const part of turn.parts) {
        if (part.kind !== 'reasoning' || cacheMarkOf(part) === undefined) continue
        yield { turn, part, intents: [{ do: 'unset', on: part, fact: 'mark' }] }
      }
    }
  },
}
