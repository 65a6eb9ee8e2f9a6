import type { Rule } from '../model/rule.ts'

export { refusedContent as words } from '../texts/fault-words.ts'

const shape = 'list-content'

/** Where content is a list on the wire, words alone are put into one; so they are inside a result. */
export const contentNotList: Rule = {
  name: 'content-not-list',
  title: 'A content is no list',
  text: {
    usual: 'The content of this {speaker} turn is a text, where a list is wanted.',
    result: 'What `{id}` gave is a text, where a list is wanted.',
  },
  stage: 'before',
  *detect({ turns, fits }) {
    for (const turn of turns) {
      if (!fits(turn, undefined, shape)) yield { turn, intents: [{ do: 'reshape', turn, shape }] }
      for (const part of turn.parts) {
        if (part.kind === 'result' && !fits(turn, part, shape))
          yield { turn, part, variant: 'result', intents: [{ do: 'reshape', turn, part, shape }] }
      }
    }
  },
}
