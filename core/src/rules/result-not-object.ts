import type { Rule } from '../model/rule.ts'
import type { Words } from '../model/words.ts'

/** Where what a tool gave is an object on the wire, anything else is put into one. */
export const resultNotObject: Rule = {
  name: 'result-not-object',
  title: 'A result is not an object',
  text: {
    usual: 'What result `{id}` holds is not an object.',
    list: 'What result `{id}` holds is a list, not an object.',
  },
  stage: 'after',
  *detect({ turns, fits, row }) {
    for (const turn of turns) {
      for (const part of turn.parts) {
        if (part.kind !== 'result' || fits(turn, part, 'object-result')) continue
        yield {
          turn,
          part,
          ...(part.content === undefined ? { variant: 'absent' } : {}),
          // Only where an API has words for lists is what a result holds the list itself.
          ...(row.saysOf?.list !== undefined && Array.isArray(part.content) ? { variant: 'list' } : {}),
          intents: [{ do: 'reshape', turn, part, shape: 'object-result' }],
        }
      }
    }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'A result is a string, a list or empty, and this API wants an object. This happens when the output of a tool is passed on unchanged.',
  todo: 'Repair the conversation. The output of the tool is put into an object.',
}
