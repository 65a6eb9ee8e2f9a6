import type { RowLimits } from '../model/row.ts'
import type { Fault, Rule, View } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import type { Part, Result, Turn } from '../model/transcript.ts'
import { emptyError, emptyResult } from '../texts/fixed.ts'

export { emptyContent as words } from '../texts/fault-words.ts'

/**
 * An empty text among the parts of a turn is refused even beside real ones; so it is in the body's
 * instructions, and by some inside a result.
 */
export const emptyText: Rule<'blank' | 'within'> = {
  name: 'empty-text',
  title: 'A text is empty',
  text: 'This text is empty.',
  stage: 'before',
  *detect(view) {
    yield* inInstructions(view)
    const { row, turns } = view
    const mayBe = (part: Part, turn: Turn): boolean =>
      turn.shape === 'list' && (part.kind === 'result' ? row.within === true : isEmpty(part, row))
    for (const { turn, part } of seatsOf(turns, mayBe)) {
      if (part.kind === 'result') yield* inResult(turn, part, view)
      else yield { turn, part, ...variety(isEmpty(part, {})), intents: [{ do: 'drop', turn, part }] }
    }
  },
}

function* inInstructions({ row, facts: { instructions = [] } }: View<'blank'>): Generator<Fault> {
  const kept = instructions.filter((part) => !isEmpty(part, row))
  if (kept.length === instructions.length) return
  const value = kept.length === 0 ? undefined : kept.map((part) => part.raw)
  const hasEmpty = instructions.some((part) => isEmpty(part, {}))
  yield { ...variety(hasEmpty), intents: [{ do: 'set-body', fact: 'instruction-parts', value }] }
}

/** White space alone is another fault to some than no text at all. */
function variety(isEmpty: boolean): Pick<Fault, 'variant'> {
  return isEmpty ? {} : { variant: 'blank' }
}

/** The texts that say nothing leave the result; where nothing else is in it, a fixed one stands there. */
function* inResult(turn: Turn, part: Result, { row, fits }: View<'blank'>): Generator<Fault> {
  const shape = 'without-empty-text'
  const wish = { blank: row.blank === true, text: part.isError ? emptyError : emptyResult }
  if (fits(turn, part, shape, wish)) return
  const hasEmpty = !fits(turn, part, shape, { ...wish, blank: false })
  yield { turn, part, ...variety(hasEmpty), intents: [{ do: 'reshape', turn, part, shape, wish }] }
}

function isEmpty(part: Part, { blank }: Pick<RowLimits, 'blank'>): boolean {
  return part.kind === 'text' && (blank ? part.text.trim() : part.text) === ''
}
