import type { Rule } from '../model/rule.ts'
import { contentNotList as text } from '../texts/en.ts'

const shape = 'list-content'

/** Where content is a list on the wire, words alone are put into one; so they are inside a result. */
export const contentNotList: Rule = {
  name: 'content-not-list',
  text,
  stage: 'before',
  *detect({ turns, fits }) {
    for (const turn of turns) {
      if (!fits(turn, undefined, shape)) yield { turn, intents: [{ do: 'reshape', turn, shape }] }
      for (const part of turn.parts) {
        if (part.kind === 'result' && !fits(turn, part, shape))
          yield { turn, part, variant: 'result', intents: [{ do: 'reshape', turn, part, shape }] }
      }
    }
  },
}
