import type { Rule } from '../model/rule.ts'
import type { Part } from '../model/transcript.ts'

export { refusedItemId as words } from '../texts/fault-words.ts'

/**
 * Where the provider keeps nothing, what is only a name to be looked up cannot be found.
 *
 * Some refuse the name of reasoning that is there, too.
 */
export const itemNotStored: Rule<'within'> = {
  name: 'item-not-stored',
  title: 'An item is one that the provider did not keep',
  text: 'The provider keeps no items for this request, so it does not know `{item}`.',
  stage: 'after',
  *detect({ turns, facts, row }) {
    if (facts.isUnstored !== true) return
    for (const turn of turns) {
      if (turn.shape !== 'self' || turn.itemId === undefined) continue
      if (isNameOnly(turn.parts[0])) yield { turn, intents: [{ do: 'drop', turn }] }
      else if (row.within === true && turn.parts[0]?.kind === 'reasoning')
        yield { turn, intents: [{ do: 'unset', on: turn, fact: 'itemId' }] }
    }
  },
}

function isNameOnly(part: Part | undefined): boolean {
  if (part?.kind === 'reasoning') return !part.signed
  return part?.kind === 'other' && part.isReference === true
}
