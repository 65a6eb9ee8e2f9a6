import type { Rule } from '../model/rule.ts'
import type { Words } from '../model/words.ts'

/** A request that says nothing is reported and left: what to say is the caller's. */
export const noTurns: Rule = {
  name: 'no-turns',
  title: 'The request holds no turn',
  text: 'The request holds no turn, and this API wants one at least.',
  stage: 'after',
  about: 'isTurnless',
  *detect({ facts, tail }) {
    if (facts.isTurnless === true && tail === 'closed') yield { intents: [] }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'The request holds no message at all. It happens when a history is filtered or cut until nothing is left, or when only instructions are sent.',
  todo: 'Add a user message; a repair does not invent one.',
}
