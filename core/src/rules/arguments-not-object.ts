import { usableArguments } from '../engine/for-rules/arguments.ts'
import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import type { Call, Part } from '../model/transcript.ts'

export { unreadableArguments as words } from '../texts/fault-words.ts'

/** Where arguments are an object on the wire, a string or nothing is refused, whoever seems to call. */
export const argumentsNotObject: Rule = {
  name: 'arguments-not-object',
  title: 'A call has arguments that are not an object',
  text: 'The arguments of `{id}` {name} are not an object.',
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
