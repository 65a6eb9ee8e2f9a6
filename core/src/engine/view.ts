import type { Pairs } from '../model/joint.ts'
import type { View } from '../model/rule.ts'
import { alwaysThinks, type Row } from '../model/rulebook.ts'
import type { PlacedPart } from '../model/seat.ts'
import type { Turn } from '../model/transcript.ts'
import { type Context, rowOf } from './context.ts'
import { rawOf } from './draft/draft.ts'

const none: readonly PlacedPart[] = []

/** The view that a rule has of a document or a draft. */
export function viewOf(
  context: Context,
  turns: readonly Turn[],
  row: Row,
  pairs: Pairs,
  loosened: readonly PlacedPart[] = none,
): View {
  const { facts, tail, rulebook, format } = context
  return {
    turns,
    facts,
    tail,
    layout: rulebook.layout,
    row,
    pairs,
    loosened,
    alwaysThinks: alwaysThinks(rulebook, facts),
    hasStart: context.reading.turns[0]?.index === 0,
    offers: () => format.offers?.offersOf(context.document),
    withdrawals: context.binding?.withdrawals,
    demands: (rule) => rowOf(context, rule) !== undefined,
    hasShape: (shape) => format.shapes?.[shape] !== undefined,
    fits(turn, part, shape, wish) {
      const raw = part === undefined ? turn.raw : rawOf(part)
      // Parts that the draft itself made have the right shape from the start.
      return raw === undefined || (format.shapes?.[shape]?.(raw, wish) ?? raw) === raw
    },
  }
}
