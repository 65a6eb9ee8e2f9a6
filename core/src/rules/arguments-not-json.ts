import { usableArguments } from '../engine/arguments.ts'
import type { Rule } from '../model/rule.ts'

/** Some servers parse the arguments of every past call and refuse what they cannot read. */
export const argumentsNotJson: Rule = {
  name: 'arguments-not-json',
  stage: 'after',
  *detect({ pairs }) {
    for (const { call, turn } of pairs.joints) {
      if (call.form === 'json-text' || call.changed?.has('arguments')) continue
      yield {
        turn,
        part: call,
        intents: [{ do: 'set', on: call, fact: 'arguments', value: usableArguments(call) }],
      }
    }
  },
}
