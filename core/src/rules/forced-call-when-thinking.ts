import type { Rule } from '../model/rule.ts'
import { forcedCallWhenThinking as text } from '../texts/en.ts'

/**
 * A model that thinks cannot be made to call: it is asked to choose for itself, and its tools stay.
 *
 * Nobody has seen it refused where the model decides by itself when to think.
 */
export const forcedCallWhenThinking: Rule = {
  name: 'forced-call-when-thinking',
  text,
  stage: 'after',
  *detect({ facts: { forces, isThinking, isAdaptive } }) {
    if (forces === undefined || !isThinking || isAdaptive) return
    yield { variant: forces, intents: [{ do: 'set-body', fact: 'choice', value: 'auto' }] }
  },
}
