import { traits } from '../model/glance.ts'
import type { Rule } from '../model/rule.ts'
import { holdsCall, isSpoken, type Part, speakerOf } from '../model/transcript.ts'

/** Where calls stand by themselves, what the model says beside them gets a turn of its own before them. */
export const textBesideCalls: Rule = {
  name: 'text-beside-calls',
  title: 'Something is said beside calls',
  text: 'This turn calls tools and says something, and this model takes only one of the two.',
  stage: 'after',
  looksAt: () => ({ turns: [{ all: traits.model | traits.calls | traits.spoken }] }),
  *detect({ turns }) {
    for (const turn of turns) {
      const isMixed = speakerOf(turn) === 'model' && holdsCall(turn) && turn.parts.some(saysSomething)
      if (isMixed) yield { turn, intents: [{ do: 'split', turn }] }
    }
  },
}

/** An empty text is nothing said. */
function saysSomething(part: Part): boolean {
  return isSpoken(part) && !(part.kind === 'text' && part.text === '')
}
