import type { Rule } from '../model/rule.ts'

export { emptyContent as words } from '../texts/fault-words.ts'

/** A list of tools with nothing in it is refused: it goes, with what else only makes sense beside tools. */
export const emptyToolList: Rule = {
  name: 'empty-tool-list',
  title: 'The list of declared tools is empty',
  text: 'The request has a list of tools with nothing in it.',
  stage: 'after',
  about: 'isToolless',
  *detect({ facts }) {
    if (facts.isToolless) yield { intents: [{ do: 'set-body', fact: 'tools', value: undefined }] }
  },
}
