import type { Rule } from '../model/rule.ts'
import { toolParametersMissing as text } from '../texts/en.ts'

/** A declared tool must say what it takes, be it nothing: one that does not say takes nothing. */
export const toolParametersMissing: Rule = {
  name: 'tool-parameters-missing',
  text,
  stage: 'after',
  *detect({ facts }) {
    if (facts.lacksParameters) yield { intents: [{ do: 'set-body', fact: 'parameters', value: {} }] }
  },
}
