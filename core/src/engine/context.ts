import type { Format, Reading } from '../model/format.ts'
import type { Origin } from '../model/origin.ts'
import type { Policy, Remedy } from '../model/policy.ts'
import type { Tail } from '../model/report.ts'
import { applies, type Row, type Rulebook, severityOf } from '../model/rulebook.ts'
import type { Facts } from '../model/transcript.ts'

/** What every step of a scan or a plan is about. */
export interface Context {
  readonly format: Format
  readonly rulebook: Rulebook
  readonly document: unknown
  readonly reading: Reading
  readonly facts: Facts
  readonly tail: Tail
  /** What is known of records that the document comes out of. */
  readonly origin?: Origin | undefined
}

/** The row by which this API judges a rule, or undefined where it does not mind. */
export function rowOf(context: Context, rule: string): Row | undefined {
  const row = context.rulebook.rows[rule]
  return row !== undefined && applies(row, context.facts) ? row : undefined
}

/**
 * What the policy wants done about a rule, or `leave`.
 *
 * Advice is left alone unless the policy asks for it.
 */
export function remedyFor(context: Context, policy: Policy, rule: string): Remedy {
  const row = rowOf(context, rule)
  if (row === undefined) return 'leave'
  if (severityOf(row, context.facts) === 'advice' && !policy.asks.includes(rule)) return 'leave'
  return policyRemedy(policy, rule)
}

/** What the policy's table says, whatever the API thinks of it. */
export function policyRemedy(policy: Policy, rule: string): Remedy {
  return policy.rows[rule] ?? policy.otherwise
}
