import type { Rule } from '../model/rule.ts'
import { speakerOf } from '../model/transcript.ts'

export { unusableReasoning as words } from '../texts/fault-words.ts'

/** A request that does not think cannot go on from a turn with reasoning in it. */
export const reasoningWhenOff: Rule = {
  name: 'reasoning-when-off',
  title: 'The request ends on reasoning and does not think',
  text: 'The request does not think, and its last turn holds reasoning.',
  stage: 'after',
  about: 'reasoning',
  *detect({ turns, facts, tail }) {
    const turn = turns.at(-1)
    if (!facts.isBody || facts.isThinking || facts.isSummarized === true || tail !== 'closed') return
    if (turn === undefined || speakerOf(turn) !== 'model') return
    for (const part of turn.parts) {
      if (part.kind === 'reasoning') yield { turn, part, intents: [{ do: 'drop', turn, part }] }
    }
  },
}
