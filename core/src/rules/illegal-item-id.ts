import { unname } from '../engine/match/items.ts'
import type { RowOf } from '../model/row.ts'
import type { Rule } from '../model/rule.ts'
import { patternOf } from '../model/rulebook.ts'
import type { Turn } from '../model/transcript.ts'

export { refusedItemId as words } from '../texts/fault-words.ts'

/** A name that the provider cannot have given to an item of this kind; without one, the item is as good. */
export const illegalItemId: Rule<'maximum' | 'pattern' | 'prefixes'> = {
  name: 'illegal-item-id',
  title: 'An item has a name that the API does not take',
  text: {
    usual: 'The item’s name `{item}` does not begin with `{prefix}`.',
    long: 'The item’s name `{item}` is {length} characters long.',
    spelling: 'The item’s name `{item}` has characters that this API does not take.',
  },
  stage: 'after',
  *detect({ turns, row }) {
    for (const turn of turns) {
      const prefix = row.prefixes?.[kindOf(turn) ?? '']
      const { itemId } = turn
      if (itemId === undefined || prefix === undefined) continue
      const variant = faultOf(itemId, prefix, row, turn)
      if (variant === undefined) continue
      const values = { prefix, length: String(itemId.length) }
      yield { turn, variant, values, intents: [unname(turn)] }
    }
  },
}

function faultOf(
  id: string,
  prefix: string,
  { pattern, maximum }: RowOf<'illegal-item-id'>,
  turn: Turn,
): string | undefined {
  if (!id.startsWith(prefix)) return kindOf(turn) === 'reasoning' ? 'reasoning' : 'prefix'
  if (id.length > (maximum ?? Number.POSITIVE_INFINITY)) return 'long'
  return pattern === undefined || patternOf(pattern).test(id) ? undefined : 'spelling'
}

/** The kind of an item, as far as the form of its name depends on it. */
function kindOf({ shape, parts }: Turn): string | undefined {
  if (shape !== 'self') return 'message'
  const only = parts[0]
  return only?.kind === 'call' ? only.tool : only?.kind
}
