import type { Rule } from '../model/rule.ts'
import { noTurns as text } from '../texts/en.ts'

/** A request that says nothing is reported and left: what to say is the caller's. */
export const noTurns: Rule = {
  name: 'no-turns',
  text,
  stage: 'after',
  *detect({ facts, tail }) {
    if (facts.isTurnless === true && tail === 'closed') yield { intents: [] }
  },
}
