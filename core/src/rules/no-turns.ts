import type { Rule } from '../model/rule.ts'

/** A request that says nothing is reported and left: what to say is the caller's. */
export const noTurns: Rule = {
  name: 'no-turns',
  title: 'The request holds no turn',
  text: 'The request holds no turn, and this API wants one at least.',
  stage: 'after',
  looksAt: () => ({ ends: [{ all: 0 }], applies: ({ isTurnless }) => isTurnless === true }),
  *detect({ facts, tail }) {
    if (facts.isTurnless === true && tail === 'closed') yield { intents: [] }
  },
}
