import type { Rule } from '../model/rule.ts'
import { speakerOf } from '../model/transcript.ts'

/** Where content is one string, a list of texts is joined and nothing beside calls becomes an empty text. */
export const contentNotText: Rule = {
  name: 'content-not-text',
  stage: 'before',
  *detect({ turns, row, fits }) {
    const wish = row.besideCalls
    for (const turn of turns) {
      const isConcerned = row.speakers?.includes(speakerOf(turn)) ?? true
      if (!isConcerned || fits(turn, undefined, 'text-content', wish)) continue
      yield { turn, intents: [{ do: 'reshape', turn, shape: 'text-content', wish }] }
    }
  },
}
