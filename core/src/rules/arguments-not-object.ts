import { usableArguments } from '../engine/arguments.ts'
import type { Rule } from '../model/rule.ts'

/** Where arguments are an object on the wire, a string or nothing is refused. */
export const argumentsNotObject: Rule = {
  name: 'arguments-not-object',
  stage: 'after',
  *detect({ pairs }) {
    for (const { call, turn } of pairs.joints) {
      if (call.form === 'object') continue
      yield {
        turn,
        part: call,
        intents: [{ do: 'set', on: call, fact: 'argumentsObject', value: usableArguments(call) }],
      }
    }
  },
}
