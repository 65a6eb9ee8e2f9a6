import { usableArguments } from '../engine/arguments.ts'
import type { Rule } from '../model/rule.ts'

/** Where arguments are an object on the wire, a string or nothing is refused, whoever seems to call. */
export const argumentsNotObject: Rule = {
  name: 'arguments-not-object',
  stage: 'after',
  *detect({ turns }) {
    for (const turn of turns) {
      for (const part of turn.parts) {
        if (part.kind !== 'call' || part.form === 'object') continue
        const value = usableArguments(part)
        yield { turn, part, intents: [{ do: 'set', on: part, fact: 'argumentsObject', value }] }
      }
    }
  },
}
