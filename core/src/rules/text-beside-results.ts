import type { Rule } from '../model/rule.ts'
import { holdsResult, isSpoken } from '../model/transcript.ts'
import type { Words } from '../model/words.ts'

/** Where results stand by themselves, what is said beside them gets a turn of its own after them. */
export const textBesideResults: Rule = {
  name: 'text-beside-results',
  title: 'Other content stands in a turn with results',
  text: 'This turn holds results and other content, and results are to stand by themselves here.',
  stage: 'after',
  *detect({ turns }) {
    for (const turn of turns) {
      if (holdsResult(turn) && turn.parts.some(isSpoken)) yield { turn, intents: [{ do: 'split', turn }] }
    }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened: 'A turn holds results and other content, and this model wants the results alone.',
  todo: 'Repair the conversation. The other content gets a turn of its own.',
}
