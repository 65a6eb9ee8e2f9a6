import type { Edit } from '../../model/edit.ts'
import type { Pairs } from '../../model/joint.ts'
import type { Policy } from '../../model/policy.ts'
import type { Rule } from '../../model/rule.ts'
import type { PlacedPart } from '../../model/seat.ts'
import { type Context, remedyFor, rowOf } from '../context.ts'
import { applyEdits } from '../diff/apply.ts'
import { diff } from '../diff/diff.ts'
import type { Draft } from '../draft/draft.ts'
import { enact } from '../draft/enact.ts'
import { keepEnd } from '../for-rules/end.ts'
import { viewOf } from '../view.ts'
import { loosenedIn } from './loosened.ts'

/** The rule by which reasoning goes that a change before it has loosened; the `why` of these edits. */
export const boundRule = 'reasoning-bound'

/**
 * The edits of a draft, and what they loosen goes with them.
 *
 * It is the last step: only here is it known where the document first changes. Where only some turns were read,
 * the reasoning may stand in others, and the whole document has to be read.
 */
export function unbind(draft: Draft, rules: readonly Rule[], policy: Policy, pairs: Pairs): Edit[] {
  let edits = diff(draft)
  const context = bindingContext(draft.context, policy)
  const rule = rules.find(({ stage }) => stage === 'last')
  const row = context && rowOf(context, boundRule)
  if (context === undefined || rule === undefined || row === undefined || context.reading.isPartial)
    return edits
  for (let seats = loosenedBy(draft, edits); seats.length > 0; seats = loosenedBy(draft, edits)) {
    const faults = [...rule.detect(viewOf(context, draft.turns, row, pairs, seats))]
    enact(
      draft,
      faults.flatMap(({ intents }) => intents),
      pairs.joints,
      rule.name,
    )
    keepEnd(draft)
    edits = diff(draft)
  }
  return edits
}

/** The context with its model, where the API binds the reasoning of that and the policy lets it go. */
export function bindingContext(context: Context, policy: Policy): Context | undefined {
  const { facts, origin } = context
  const model = facts.model ?? origin?.model
  const known = model === facts.model ? context : { ...context, facts: { ...facts, model } }
  return remedyFor(known, policy, boundRule) === 'leave' ? undefined : known
}

function loosenedBy({ context, turns }: Draft, edits: readonly Edit[]): readonly PlacedPart[] {
  const { format, document, binding, origin } = context
  const before = binding?.given ?? origin?.sentAs?.() ?? document
  const after = edits.length === 0 ? document : applyEdits(document, edits)
  return loosenedIn(format, { before, after, turns }, binding?.goes)
}
