import type { Edit } from '../../model/edit.ts'
import type { TurnRange } from '../../model/format.ts'
import type { Policy } from '../../model/policy.ts'
import { loosenedBy } from '../binding/loosened-by.ts'
import { applyEdits } from '../diff/apply.ts'
import { isMendable } from '../finding.ts'
import { planPart } from '../plan.ts'
import { scanTask } from '../scan.ts'
import { partContext, type Repair, type Task, unchanged } from '../task.ts'

/** The repair of a document of which some ranges are read; undefined if all of it has to be read after all. */
export function repairParts(task: Task, policy: Policy, ranges: readonly TurnRange[]): Repair | undefined {
  // Read once for scan and draft: some formats look at every turn for them.
  const facts = task.api.format.factsOf(task.document)
  const { found, edits, isShort } = planPart(() => partContext(task, ranges, facts), task.rules, policy)
  if (edits.length === 0) return unchanged(task, found)
  if (isShort || !keepEnds(task, ranges, edits)) return undefined
  const document = applyEdits(task.document, edits)
  if (loosenedBy(task, policy, document, facts).length > 0) return undefined
  const left = scanTask({ ...task, document })
  if (left.some(isMendable)) return undefined
  return { report: { found, plan: { edits }, left, firstChange: edits[0]?.at }, document }
}

/**
 * Whether each repaired range still starts with its model turn and ends on someone else's, so that the turns beyond it
 * meet what they met before.
 */
function keepEnds({ document, api }: Task, ranges: readonly TurnRange[], edits: readonly Edit[]): boolean {
  const { format } = api
  const turns = format.turnsOf(document) ?? []
  const depth = format.rootOf(document).length
  const gone = new Set<unknown>()
  for (const { do: act, at } of edits) if (act === 'remove' && at.length === depth + 1) gone.add(at[depth])
  return ranges.every(({ start, end }) => {
    if (start > 0 && gone.has(start)) return false
    if (end === turns.length) return true
    let last = end - 1
    while (last >= start && gone.has(last)) last--
    return last >= start && format.isModelTurn(turns[last]) === false
  })
}
