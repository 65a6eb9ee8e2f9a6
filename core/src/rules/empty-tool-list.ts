import type { Rule } from '../model/rule.ts'
import { emptyToolList as text } from '../texts/en.ts'

/** A list of tools with nothing in it is refused: it goes, with what else only makes sense beside tools. */
export const emptyToolList: Rule = {
  name: 'empty-tool-list',
  text,
  stage: 'after',
  *detect({ facts }) {
    if (facts.isToolless) yield { intents: [{ do: 'set-body', fact: 'tools', value: undefined }] }
  },
}
