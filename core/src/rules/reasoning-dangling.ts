import type { Rule } from '../model/rule.ts'
import { speakerOf, type Turn } from '../model/transcript.ts'

/**
 * Reasoning that the provider knows by name is refused without what it led to.
 *
 * Read from right to left: reasoning that goes leaves what stands before it without a successor too.
 */
export const reasoningDangling: Rule = {
  name: 'reasoning-dangling',
  stage: 'after',
  *detect({ turns, tail }) {
    const dangling: Turn[] = []
    // At the end of a live conversation or of a session, what follows may not be there yet.
    let isFollowed = tail !== 'closed'
    for (let position = turns.length - 1; position >= 0; position--) {
      const turn = turns[position] as Turn
      if (!isFollowed && isNamedReasoning(turn)) dangling.push(turn)
      else isFollowed = speakerOf(turn) === 'model'
    }
    for (const turn of dangling.reverse()) yield { turn, intents: [{ do: 'drop', turn }] }
  },
}

function isNamedReasoning({ shape, parts, itemId }: Turn): boolean {
  return shape === 'self' && itemId !== undefined && parts[0]?.kind === 'reasoning'
}
