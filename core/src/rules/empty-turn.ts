import type { Rule } from '../model/rule.ts'
import type { Turn } from '../model/transcript.ts'

/** A turn of these speakers must hold something. */
export const emptyTurn: Rule = {
  name: 'empty-turn',
  stage: 'before',
  *detect({ turns, row }) {
    for (const turn of turns) {
      if (isEmpty(turn) && (row.speakers?.includes(turn.speaker) ?? true)) {
        yield { turn, intents: [{ do: 'vacate', turn }] }
      }
    }
  },
}

function isEmpty(turn: Turn): boolean {
  if (turn.shape === 'list') return turn.parts.length === 0
  const only = turn.parts[0]
  return turn.shape === 'text' && turn.parts.length === 1 && only?.kind === 'text' && only.text === ''
}
