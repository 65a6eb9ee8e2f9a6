import { badEnd } from '../engine/for-rules/end.ts'
import type { Rule } from '../model/rule.ts'

/**
 * A request that ends on words of the model, for the model to continue, must not end in white space.
 *
 * Newer models continue nothing and refuse every such request: there `ends-on-model` finds it.
 */
export const trailingSpace: Rule<'speakers'> = {
  name: 'trailing-space',
  title: 'The request ends on white space of the model',
  text: 'The request ends on words of the model, and these end in white space.',
  stage: 'after',
  *detect({ turns, row, tail, facts, demands }) {
    if (facts.isSummarized === true || demands('ends-on-model')) return
    const turn = badEnd(turns, row, tail)
    const part = turn?.parts.at(-1)
    if (turn === undefined || part?.kind !== 'text') return
    const value = part.text.trimEnd()
    if (value === '' || !endsInSpace.test(part.text)) return
    yield { turn, part, intents: [{ do: 'set', on: part, fact: 'text', value }] }
  },
}

// Whether an API counts the wider kinds of white space in Unicode is not known.
const endsInSpace = /[ \t\n\r]$/
