import type { Facts } from '../../model/facts.ts'
import type { Demands } from '../../model/format.ts'
import { applies, type Row } from '../../model/rulebook.ts'

/** Whether rules that look at nothing but the body may find something. */
export function isBodySuspicious({ rows }: Demands, facts: Facts): boolean {
  if (facts.isToolless && isDemanded(rows['empty-tool-list'], facts)) return true
  if (facts.areInstructionsCut && isDemanded(rows['lone-surrogate'], facts)) return true
  if (facts.lacksParameters && isDemanded(rows['tool-parameters-missing'], facts)) return true
  if (facts.forces === undefined || !facts.isThinking || facts.isAdaptive) return false
  return isDemanded(rows['forced-call-when-thinking'], facts)
}

/** Whether a request that says nothing is refused once it is sent. */
export function mustSpeak({ rows }: Demands, facts: Facts): boolean {
  return facts.isTurnless === true && isDemanded(rows['no-turns'], facts)
}

function isDemanded(row: Row | undefined, facts: Facts): boolean {
  return row !== undefined && applies(row, facts)
}
