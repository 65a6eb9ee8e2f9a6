import { usableArguments } from '../engine/arguments.ts'
import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import type { Call, Part } from '../model/transcript.ts'
import { argumentsNotObject as text } from '../texts/en.ts'

/** Where arguments are an object on the wire, a string or nothing is refused, whoever seems to call. */
export const argumentsNotObject: Rule = {
  name: 'arguments-not-object',
  text,
  stage: 'after',
  isPlaceless: true,
  *detect({ turns }) {
    for (const { turn, part } of seatsOf(turns, isWrong)) {
      const value = usableArguments(part)
      yield { turn, part, intents: [{ do: 'set', on: part, fact: 'argumentsObject', value }] }
    }
  },
}

function isWrong(part: Part): part is Call {
  return part.kind === 'call' && part.form !== 'object'
}
