import type { Facts } from '../model/facts.ts'
import type { Rule } from '../model/rule.ts'
import type { Words } from '../model/words.ts'

/**
 * A model that thinks cannot be made to call: it is asked to choose for itself, and its tools stay.
 *
 * Nobody has seen it refused where the model decides by itself when to think, but for models that always do.
 */
export const forcedCallWhenThinking: Rule = {
  name: 'forced-call-when-thinking',
  title: 'The model is made to call while it thinks',
  text: {
    usual: 'The model is made to call a tool while it thinks.',
    one: 'The model is made to call a certain tool while it thinks.',
  },
  stage: 'after',
  about: 'forces',
  *detect({ facts, alwaysThinks }) {
    if (facts.forces === undefined || !(alwaysThinks || isForced(facts))) return
    yield { variant: facts.forces, intents: [{ do: 'set-body', fact: 'choice', value: 'auto' }] }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'The request forces the model to call a tool and also turns thinking on. This API accepts only one of the two.',
  todo: 'Let the model choose, or turn thinking off for this request. A repair lets the model choose.',
}

function isForced({ forces, isThinking, isAdaptive }: Facts): boolean {
  return forces !== undefined && isThinking && isAdaptive !== true
}
