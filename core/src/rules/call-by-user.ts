import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import { type Call, type Part, speakerOf, type Turn } from '../model/transcript.ts'

export { misplacedCall as words } from '../texts/fault-words.ts'

/** Only the model calls tools; a call in another turn is kept as text. */
export const callByUser: Rule = {
  name: 'call-by-user',
  title: 'A call stands in a turn that is not the model’s',
  text: '`{id}` {name} is called in a turn that is not the model’s.',
  stage: 'before',
  *detect({ turns }) {
    for (const { turn, part } of seatsOf(turns, isForeign))
      yield { turn, part, intents: [{ do: 'to-text', turn, part }] }
  },
}

function isForeign(part: Part, turn: Turn): part is Call {
  return part.kind === 'call' && speakerOf(turn) !== 'model'
}
