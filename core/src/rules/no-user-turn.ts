import type { Rule } from '../model/rule.ts'

export { noUserStart as words } from '../texts/fault-words.ts'

/** A request in which no user speaks is reported and left: what to ask is the caller's. */
export const noUserTurn: Rule = {
  name: 'no-user-turn',
  title: 'No user speaks in the request',
  text: 'No user speaks in this request, and this API wants one to.',
  stage: 'after',
  *detect({ turns: [turn], facts }) {
    if (turn !== undefined && facts.hasUser === false) yield { turn, intents: [] }
  },
}
