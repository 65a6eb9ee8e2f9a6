import type { Rule } from '../model/rule.ts'
import type { Words } from '../model/words.ts'

/** A declared tool must say what it takes, be it nothing: one that does not say takes nothing. */
export const toolParametersMissing: Rule = {
  name: 'tool-parameters-missing',
  title: 'A declared tool does not say what it takes',
  text: 'A tool that the request declares does not say what it takes.',
  stage: 'after',
  about: 'lacksParameters',
  *detect({ facts }) {
    if (facts.lacksParameters) yield { intents: [{ do: 'set-body', fact: 'parameters', value: {} }] }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'A tool is declared without its parameters. This happens when a library leaves them out for tools that have none.',
  todo: 'Declare an object without properties for the tool. A repair does so.',
}
