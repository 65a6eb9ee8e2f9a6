import type { Policy } from '../model/policy.ts'
import { followUps, type Leaving, leavingIntents } from './arrange/leaving.ts'
import { applyEdits } from './diff/apply.ts'
import { diff } from './diff/diff.ts'
import { draftOf } from './draft/draft.ts'
import { enact } from './draft/enact.ts'
import { obey, type PartialPlan, pairAgain } from './plan.ts'
import { matchIn } from './scan.ts'
import { partContext, type Task } from './task.ts'

/**
 * A document without calls that are known to have come to nothing, and without the stand-ins for their results.
 *
 * A stand-in keeps the place of each result until here, so that nobody has to guess which call the others are
 * of. It is the same for every API, also where one would put up with a call that waits for ever.
 */
export function leaveOut(task: Task, policy: Policy, leaving: Leaving): unknown {
  const end = task.api.format.turnsOf(task.document)?.length ?? 0
  const near = planWithout(task, policy, leaving, { start: leaving.from, end })
  const plan = near.isShort ? planWithout(task, policy, leaving, { start: 0, end }) : near
  return applyEdits(task.document, plan.edits)
}

/** Plans the edits that take the calls out of a range of turns. Nothing else is mended. */
function planWithout(
  task: Task,
  policy: Policy,
  leaving: Leaving,
  range: { readonly start: number; readonly end: number },
): Omit<PartialPlan, 'found'> {
  const context = partContext(task, [range])
  const draft = draftOf(context)
  const pairs = matchIn(context)
  enact(draft, leavingIntents(draft.turns, pairs, leaving), pairs.joints, 'call-without-result')
  const left = pairAgain(draft, pairs)
  for (const rule of task.rules) if (followUps.has(rule.name)) obey(draft, rule, left, policy)
  return { edits: diff(draft), isShort: draft.isShort }
}
