import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import { cacheMarkOf, type Part } from '../model/transcript.ts'

export { refusedCacheMark as words } from '../texts/fault-words.ts'

/** The provider's memory cannot be marked on reasoning; the reasoning stays, the mark goes. */
export const cacheMarkOnReasoning: Rule = {
  name: 'cache-mark-on-reasoning',
  title: 'Reasoning has a cache mark',
  text: 'This reasoning has a cache mark, and reasoning takes none.',
  stage: 'after',
  about: 'reasoning',
  *detect({ turns }) {
    for (const { turn, part } of seatsOf(turns, isMarkedReasoning))
      yield { turn, part, intents: [{ do: 'unset', on: part, fact: 'mark' }] }
  },
}

function isMarkedReasoning(part: Part): boolean {
  return part.kind === 'reasoning' && cacheMarkOf(part) !== undefined
}
