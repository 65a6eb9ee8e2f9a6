import type { Rule } from '../model/rule.ts'
import type { Part } from '../model/transcript.ts'
import { itemNotStored as text } from '../texts/en.ts'

/** Where the provider keeps nothing, what is only a name to be looked up cannot be found. */
export const itemNotStored: Rule = {
  name: 'item-not-stored',
  text,
  stage: 'after',
  *detect({ turns, facts }) {
    if (facts.isUnstored !== true) return
    for (const turn of turns) {
      if (turn.shape === 'self' && turn.itemId !== undefined && isNameOnly(turn.parts[0]))
        yield { turn, intents: [{ do: 'drop', turn }] }
    }
  },
}

function isNameOnly(part: Part | undefined): boolean {
  if (part?.kind === 'reasoning') return !part.signed
  return part?.kind === 'other' && part.isReference === true
}
