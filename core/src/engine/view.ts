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
  return viewer(context, turns, pairs, loosened)(row)
}

/** The views of one document: rules that look at it one after the other differ in their row alone. */
export function viewer(
  context: Context,
  turns: readonly Turn[],
  pairs: Pairs,
  loosened: readonly PlacedPart[] = none,
): (row: Row) => View {
  const { facts, tail, rulebook, format } = context
  const { layout } = rulebook
  const thinks = alwaysThinks(rulebook, facts)
  const hasStart = context.reading.turns[0]?.index === 0
  const withdrawals = context.binding?.withdrawals
  const offers: View['offers'] = () => format.offers?.offersOf(context.document)
  const demands: View['demands'] = (rule) => rowOf(context, rule) !== undefined
  const hasShape: View['hasShape'] = (shape) => format.shapes?.[shape] !== undefined
  const fits: View['fits'] = (turn, part, shape, wish) => {
    const raw = part === undefined ? turn.raw : rawOf(part)
    // Parts that the draft itself made have the right shape from the start.
    return raw === undefined || (format.shapes?.[shape]?.(raw, wish) ?? raw) === raw
  }
  // Member by member: what a spread makes is slower to read.
  return (row) => ({
    turns,
    facts,
    tail,
    layout,
    row,
    pairs,
    loosened,
    alwaysThinks: thinks,
    hasStart,
    offers,
    withdrawals,
    demands,
    hasShape,
    fits,
  })
}
