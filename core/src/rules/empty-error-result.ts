import type { Rule } from '../model/rule.ts'
import { emptyError } from '../texts/fixed.ts'

/** A result may be empty, an error may not. */
export const emptyErrorResult: Rule = {
  name: 'empty-error-result',
  stage: 'after',
  *detect({ turns }) {
    for (const turn of turns) {
      for (const part of turn.parts) {
        if (part.kind !== 'result' || !part.isError || !part.isEmpty) continue
        yield { turn, part, intents: [{ do: 'set', on: part, fact: 'content', value: emptyError }] }
      }
    }
  },
}
