import { repeatsIn, unname } from '../engine/match/items.ts'
import type { Rule } from '../model/rule.ts'

export { refusedItemId as words } from '../texts/fault-words.ts'

/**
 * An item that is there twice goes once; one that says something else under the same name stays without it.
 *
 * A result that a call would miss stays too: the same words may answer another call of the same id.
 */
export const duplicateItemId: Rule = {
  name: 'duplicate-item-id',
  title: 'An item is there twice',
  text: 'An earlier item is already known as `{item}`.',
  stage: 'before',
  *detect({ turns, pairs }) {
    const repeats = repeatsIn(turns)
    if (repeats.size === 0) return
    const answers = new Set(pairs.joints.map(({ home }) => home))
    for (const [turn, isSame] of repeats) {
      const isSpare = isSame && !answers.has(turn)
      yield { turn, intents: [isSpare ? { do: 'drop', turn } : unname(turn)] }
    }
  },
}
