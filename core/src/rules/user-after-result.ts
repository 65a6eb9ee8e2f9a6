import type { Rule } from '../model/rule.ts'
import { holdsResult } from '../model/transcript.ts'
import { resultsReceived } from '../texts/fixed.ts'

export { refusedOrder as words } from '../texts/fault-words.ts'

/** Where only the model may follow a result, a fixed model turn stands between. */
export const userAfterResult: Rule = {
  name: 'user-after-result',
  title: 'A user turn follows a result',
  text: 'A user turn may not follow a result here: the model speaks first.',
  stage: 'after',
  *detect({ turns }) {
    for (let position = 1; position < turns.length; position++) {
      const turn = turns[position]
      if (turn?.speaker !== 'user' || !holdsResult(turns[position - 1])) continue
      yield {
        turn,
        intents: [
          { do: 'insert-turn', beside: turn, side: 'before', speaker: 'model', text: resultsReceived },
        ],
      }
    }
  },
}
