import type { Context } from '../model/draft.ts'
import type { Policy, Remedy } from '../model/policy.ts'
import { type Row, rowNamed } from '../model/row.ts'
import { applies, severityOf } from '../model/rulebook.ts'

export type { Context }

/** The row by which this API judges a rule, or undefined where it does not mind. */
export function rowOf(context: Context, rule: string): Row | undefined {
  const row = rowNamed(context.rulebook.rows, rule)
  return row !== undefined && applies(row, context.facts) ? row : undefined
}

/**
 * The remedy of the policy for a rule, or `leave`.
 *
 * Advice is left alone unless the policy asks for it.
 */
export function remedyFor(context: Context, policy: Policy, rule: string, variant?: string): Remedy {
  const row = rowOf(context, rule)
  if (row === undefined) return 'leave'
  if (severityOf(row, context.facts, variant) === 'advice' && !policy.asks.includes(rule)) return 'leave'
  return policyRemedy(policy, rule)
}

/** The remedy of the policy for one finding about a call: its own one, which is asked for, else that of its rule. */
export function remedyForCall(
  context: Context,
  policy: Policy,
  rule: string,
  { id, variant }: { readonly id: string | undefined; readonly variant?: string | undefined },
): Remedy {
  const own = ownRemedy(policy, rule, id)
  if (own === undefined) return remedyFor(context, policy, rule, variant)
  return rowOf(context, rule) === undefined ? 'leave' : own
}

/** The remedy that a policy names for one finding about a call. */
export function ownRemedy({ calls }: Policy, rule: string, id: string | undefined): Remedy | undefined {
  if (calls === undefined || id === undefined) return undefined
  const byRule: Readonly<Record<string, Readonly<Record<string, Remedy>>>> = calls
  const byId = byRule[rule]
  return byId !== undefined && Object.hasOwn(byId, id) ? byId[id] : undefined
}

/** The remedy in the policy's table, whether the API minds the fault or not. */
export function policyRemedy(policy: Policy, rule: string): Remedy {
  const rows: Readonly<Record<string, Remedy>> = policy.rows
  return rows[rule] ?? policy.otherwise
}
