import type { Rule } from '../model/rule.ts'
import { holdsCall, isSpoken, type Part, speakerOf } from '../model/transcript.ts'
import type { Words } from '../model/words.ts'

/** Where calls stand by themselves, what the model says beside them gets a turn of its own before them. */
export const textBesideCalls: Rule = {
  name: 'text-beside-calls',
  title: 'Something is said beside calls',
  text: 'This turn calls tools and says something, and this model takes only one of the two.',
  stage: 'after',
  *detect({ turns }) {
    for (const turn of turns) {
      const isMixed = speakerOf(turn) === 'model' && holdsCall(turn) && turn.parts.some(saysSomething)
      if (isMixed) yield { turn, intents: [{ do: 'split', turn }] }
    }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened: 'A turn of the model holds text and calls, and this model accepts only one of the two.',
  todo: 'Repair the conversation. The text gets a turn of its own.',
}

/** An empty text is nothing said. */
function saysSomething(part: Part): boolean {
  return isSpoken(part) && !(part.kind === 'text' && part.text === '')
}
