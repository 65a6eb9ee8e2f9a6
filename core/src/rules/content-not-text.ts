import type { Rule } from '../model/rule.ts'
import { speakerOf } from '../model/transcript.ts'
import { contentNotText as text } from '../texts/en.ts'

/**
 * Where content is one string, a list of texts is joined and nothing beside calls becomes an empty text.
 *
 * Where a result says of what type its words are, words alone are said to be text.
 */
export const contentNotText: Rule = {
  name: 'content-not-text',
  text,
  stage: 'before',
  *detect({ turns, row, fits }) {
    const wish = row.besideCalls
    for (const turn of turns) {
      const isConcerned = row.speakers?.includes(speakerOf(turn)) ?? true
      if (!isConcerned) continue
      if (!fits(turn, undefined, 'text-content', wish))
        yield { turn, intents: [{ do: 'reshape', turn, shape: 'text-content', wish }] }
      if (!fits(turn, undefined, 'typed-output'))
        yield { turn, variant: 'output', intents: [{ do: 'reshape', turn, shape: 'typed-output' }] }
    }
  },
}
