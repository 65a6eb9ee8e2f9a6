import type { Rule } from '../model/rule.ts'
import { noUserTurn as text } from '../texts/en.ts'

/** A request in which no user speaks is reported and left: what to ask is the caller's. */
export const noUserTurn: Rule = {
  name: 'no-user-turn',
  text,
  stage: 'after',
  *detect({ turns: [turn], facts }) {
    if (turn !== undefined && facts.hasUser === false) yield { turn, intents: [] }
  },
}
