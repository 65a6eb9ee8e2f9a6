import type { Rule } from '../model/rule.ts'

/** Only a user may show images; those of a result stand after all results of its run. */
export const mediaInResult: Rule = {
  name: 'media-in-result',
  stage: 'after',
  *detect({ turns }) {
    for (const turn of turns) {
      for (const part of turn.parts) {
        if (part.kind === 'result' && part.hasMedia)
          yield { turn, part, intents: [{ do: 'hoist', turn, part }] }
      }
    }
  },
}
