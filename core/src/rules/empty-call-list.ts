import type { Intent } from '../model/intent.ts'
import type { Fault, Rule } from '../model/rule.ts'
import type { Turn } from '../model/transcript.ts'

export { emptyContent as words } from '../texts/fault-words.ts'

/** A list of calls with nothing in it is refused; a turn with nothing else to say goes with it. */
export const emptyCallList: Rule = {
  name: 'empty-call-list',
  title: 'A list of calls is empty',
  text: 'This turn has an empty list of calls.',
  stage: 'before',
  *detect({ turns }) {
    for (const turn of turns.filter(({ vacant }) => vacant)) yield faultOf(turn)
  },
}

function faultOf(turn: Turn): Fault {
  const unset: Intent = { do: 'unset', on: turn, fact: 'calls' }
  const saysNothing = turn.parts.every((part) => part.kind === 'text' && part.text.trim() === '')
  if (saysNothing) return { turn, intents: [unset, { do: 'vacate', turn }] }
  return { turn, variant: 'beside', intents: [unset] }
}
