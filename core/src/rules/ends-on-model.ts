import { badEnd } from '../engine/for-rules/end.ts'
import type { Rule } from '../model/rule.ts'
import type { Words } from '../model/words.ts'
import { goOn } from '../texts/fixed.ts'

/**
 * A request that must not end on the model is reported and left: what to say next is the caller's.
 *
 * A policy may ask for a turn to be appended that says no more than that the model may go on.
 */
export const endsOnModel: Rule<'speakers'> = {
  name: 'ends-on-model',
  title: 'The request ends on the model’s turn',
  text: 'The request ends on a {speaker} turn, and this API does not go on from there.',
  stage: 'after',
  *detect({ turns, row, tail, facts }) {
    const turn = facts.isSummarized === true ? undefined : badEnd(turns, row, tail)
    if (turn === undefined) return
    const append = { do: 'insert-turn', beside: turn, side: 'after', speaker: 'user', text: goOn } as const
    yield { turn, intents: [], otherwise: { append: [append] } }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened: 'The request ends with a message of the model, and this model does not continue from there.',
  todo: 'Add a user message at the end. A repair does not invent one.',
}
