import type { Facts } from '../model/facts.ts'
import type { Demands } from '../model/format.ts'
import { applies, type Row } from '../model/rulebook.ts'

/** Whether rules that look at nothing but the body may find something. */
export function isBodySuspicious({ rows }: Demands, facts: Facts): boolean {
  if (facts.isTurnless && isDemanded(rows['no-turns'], facts)) return true
  if (facts.isToolless && isDemanded(rows['empty-tool-list'], facts)) return true
  if (facts.areInstructionsCut && isDemanded(rows['lone-surrogate'], facts)) return true
  if (facts.lacksParameters && isDemanded(rows['tool-parameters-missing'], facts)) return true
  if (facts.forces === undefined || !facts.isThinking || facts.isAdaptive) return false
  return isDemanded(rows['forced-call-when-thinking'], facts)
}

function isDemanded(row: Row | undefined, facts: Facts): boolean {
  return row !== undefined && applies(row, facts)
}
