import type { Rule } from '../model/rule.ts'

/** An empty text among the parts of a turn is refused even beside real ones. */
export const emptyText: Rule = {
  name: 'empty-text',
  stage: 'before',
  *detect({ turns }) {
    for (const turn of turns) {
      if (turn.shape !== 'list') continue
      for (const part of turn.parts) {
        if (part.kind === 'text' && part.text === '')
          yield { turn, part, intents: [{ do: 'drop', turn, part }] }
      }
    }
  },
}
