import { isWellFormed } from '../model/json.ts'
import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import type { Part } from '../model/transcript.ts'
import type { Words } from '../model/words.ts'

/**
 * A text cut inside a UTF-16 pair makes the whole request body invalid.
 *
 * Looks at what people, models and tools said, and at the body's instructions; names and marks beside it are not cut
 * in the wild.
 */
export const loneSurrogate: Rule = {
  name: 'lone-surrogate',
  title: 'A text was cut inside a character',
  text: {
    usual: 'This holds half of a character, which cannot be sent.',
    instructions: 'The instructions hold half of a character, which cannot be sent.',
  },
  stage: 'after',
  isPlaceless: true,
  *detect({ turns, facts }) {
    if (facts.areInstructionsCut)
      yield {
        variant: 'instructions',
        intents: [{ do: 'set-body', fact: 'whole-instructions', value: true }],
      }
    for (const { turn, part } of seatsOf(turns, isBroken)) {
      // Reasoning is opaque: another character in it would break its signature.
      const isOpaque = part.kind === 'reasoning'
      yield { turn, part, intents: [isOpaque ? { do: 'drop', turn, part } : { do: 'well-form', on: part }] }
    }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened: 'A text was cut in the middle of a character, and half a character cannot be sent.',
  todo: 'Repair the conversation. The half character is replaced.',
}

function isBroken(part: Part): boolean {
  return part.finish === undefined && !isWellFormed(wordsOf(part))
}

function wordsOf(part: Part): unknown {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'call':
      return part.arguments
    case 'result':
      return part.content
    default:
      return part.raw
  }
}
