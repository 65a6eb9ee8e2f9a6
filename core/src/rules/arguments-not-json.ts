import { usableArguments } from '../engine/arguments.ts'
import type { Joint } from '../model/joint.ts'
import type { Rule } from '../model/rule.ts'
import { argumentsNotJson as text } from '../texts/en.ts'

/** Some servers parse the arguments of every past call and refuse what they cannot read. */
export const argumentsNotJson: Rule = {
  name: 'arguments-not-json',
  text,
  stage: 'after',
  *detect({ pairs }) {
    for (const { call, turn } of pairs.joints.filter(isWrong)) {
      yield {
        turn,
        part: call,
        intents: [{ do: 'set', on: call, fact: 'arguments', value: usableArguments(call) }],
      }
    }
  },
}

function isWrong({ call }: Joint): boolean {
  return call.form !== 'json-text' && call.changed?.has('arguments') !== true
}
