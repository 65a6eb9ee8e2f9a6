import type { Rule } from '../model/rule.ts'
import type { Turn } from '../model/transcript.ts'
import { blankTurn as text } from '../texts/en.ts'

/** A turn of white space alone is refused; beside anything else, white space passes. */
export const blankTurn: Rule = {
  name: 'blank-turn',
  text,
  stage: 'before',
  *detect({ turns }) {
    for (const turn of turns.filter(isBlank)) yield { turn, intents: [{ do: 'vacate', turn }] }
  },
}

function isBlank(turn: Turn): boolean {
  if (turn.parts.length === 0) return false
  let hasSpace = false
  for (const part of turn.parts) {
    if (part.kind !== 'text' || part.text.trim() !== '') return false
    hasSpace ||= part.text !== ''
  }
  return hasSpace
}
