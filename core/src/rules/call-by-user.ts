import type { Rule } from '../model/rule.ts'
import { speakerOf } from '../model/transcript.ts'

/** Only the model calls tools; a call in another turn is kept as text. */
export const callByUser: Rule = {
  name: 'call-by-user',
  stage: 'before',
  *detect({ turns }) {
    for (const turn of turns) {
      if (speakerOf(turn) === 'model') continue
      for (const part of turn.parts) {
        if (part.kind === 'call') yield { turn, part, intents: [{ do: 'to-text', turn, part }] }
      }
    }
  },
}
