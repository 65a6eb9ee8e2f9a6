import type { Edit } from '../model/edit.ts'
import type { Policy } from '../model/policy.ts'
import { asked } from './asked.ts'
import { isBinding } from './binding/loosened-by.ts'
import { applyEdits } from './diff/apply.ts'
import { joinEdits } from './diff/join-edits.ts'
import { isMendable } from './finding.ts'
import { partsToRead } from './parts/parts.ts'
import { repairParts } from './parts/repair-parts.ts'
import { planPart } from './plan.ts'
import { scanInFull } from './scan.ts'
import { type Repair, soundRepair, type Task, unchanged, wholeContext } from './task.ts'

/**
 * The faults of a document, the edits that mend them, and the mended document.
 *
 * A plain document needs nothing. Of a long one with few faults, only the parts around them are read.
 */
export function repairTask(given: Task, policy: Policy): Repair {
  const task = { ...given, api: asked(given.api, policy) }
  const parts = partsToRead(task)
  if (task.binding !== undefined && isBinding(task, policy)) return repairInFull(task, policy)
  if (parts === 'none') return soundRepair(task.document)
  return (parts === 'all' ? undefined : repairParts(task, policy, parts)) ?? repairInFull(task, policy)
}

/** Enough for every document on record; a repair that opens new faults for ever ends here. */
const mostRounds = 4

/**
 * The repair of a document, all of which is read.
 *
 * Each rule looks once a round. A document of strange parts may need a rule again that came before the one that made
 * it fit: the mended document is scanned and planned again, until nothing is left that can be mended.
 */
export function repairInFull(task: Task, policy: Policy): Repair {
  const { found, edits: first } = planPart(() => wholeContext(task), task.rules, policy)
  if (first.length === 0) return unchanged(task, found)
  const { format } = task.api
  const base = { ...format, document: task.document, root: format.rootOf(task.document) }
  const given = task.origin?.sentAs?.() ?? task.document
  let edits: readonly Edit[] = first
  let document = applyEdits(task.document, edits)
  let left = scanInFull({ ...task, document })
  for (let round = 1; round < mostRounds && left.some(isMendable); round++) {
    const now = { ...task, document, binding: { given, ...task.binding } }
    const more = planPart(() => wholeContext(now), task.rules, policy).edits
    if (more.length === 0) break
    edits = joinEdits(base, edits, more)
    document = applyEdits(task.document, edits)
    left = scanInFull({ ...task, document })
  }
  return { report: { found, plan: { edits }, left, firstChange: edits[0]?.at }, document }
}
