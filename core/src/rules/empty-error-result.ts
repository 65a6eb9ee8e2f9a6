import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import type { Part } from '../model/transcript.ts'
import { emptyError } from '../texts/fixed.ts'

export { wordlessError as words } from '../texts/fault-words.ts'

/** A result may be empty, an error may not. */
export const emptyErrorResult: Rule = {
  name: 'empty-error-result',
  title: 'An error result says nothing',
  text: 'Result `{id}` reports an error and says nothing.',
  stage: 'after',
  isPlaceless: true,
  *detect({ turns }) {
    for (const { turn, part } of seatsOf(turns, isEmptyError))
      yield { turn, part, intents: [{ do: 'set', on: part, fact: 'content', value: emptyError }] }
  },
}

function isEmptyError(part: Part): boolean {
  return part.kind === 'result' && part.isError && part.isEmpty
}
