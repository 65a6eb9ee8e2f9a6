import { badEnd } from '../engine/for-rules/end.ts'
import type { Rule } from '../model/rule.ts'
import type { Words } from '../model/words.ts'

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

/** The words for a person about this fault. */
export const words: Words = {
  happened: 'The request ends with words of the model to be continued, and these words end in white space.',
  todo: 'Repair the conversation. The white space at the very end is removed, and nothing else.',
}

// Whether an API counts the wider kinds of white space in Unicode is not known.
const endsInSpace = /[ \t\n\r]$/
