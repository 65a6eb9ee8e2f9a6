import { badEnd } from '../engine/end.ts'
import type { Rule } from '../model/rule.ts'

/**
 * A request that must not end on the model is reported and left: what to say next is the caller's.
 */
export const endsOnModel: Rule = {
  name: 'ends-on-model',
  stage: 'after',
  *detect({ turns, row, tail }) {
    const turn = badEnd(turns, row, tail)
    if (turn !== undefined) yield { turn, intents: [] }
  },
}
