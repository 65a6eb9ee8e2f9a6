import type { Facts } from '../model/facts.ts'
import type { Demands } from '../model/format.ts'
import { applies } from '../model/rulebook.ts'

/** Whether rules that look at nothing but the body may find something. */
export function isBodySuspicious({ rows }: Demands, facts: Facts): boolean {
  const isDemanded = (rule: string): boolean => {
    const row = rows[rule]
    return row !== undefined && applies(row, facts)
  }
  if (facts.isToolless && isDemanded('empty-tool-list')) return true
  if (facts.areInstructionsCut && isDemanded('lone-surrogate')) return true
  if (facts.lacksParameters && isDemanded('tool-parameters-missing')) return true
  const isForced = facts.forces !== undefined && facts.isThinking && !facts.isAdaptive
  return isForced && isDemanded('forced-call-when-thinking')
}
