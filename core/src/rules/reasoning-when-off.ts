import type { Rule } from '../model/rule.ts'
import { speakerOf } from '../model/transcript.ts'
import { reasoningWhenOff as text } from '../texts/en.ts'

/** A request that does not think cannot go on from a turn with reasoning in it. */
export const reasoningWhenOff: Rule = {
  name: 'reasoning-when-off',
  text,
  stage: 'after',
  *detect({ turns, facts, tail }) {
    const turn = turns.at(-1)
    if (!facts.isBody || facts.isThinking || tail !== 'closed') return
    if (turn === undefined || speakerOf(turn) !== 'model') return
    for (const part of turn.parts) {
      if (part.kind === 'reasoning') yield { turn, part, intents: [{ do: 'drop', turn, part }] }
    }
  },
}
