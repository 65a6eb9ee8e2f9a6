import { explain } from '../index.ts'
import { choosePolicy } from '../model/policy.ts'
import type { Policy, Rulebook } from '../types.ts'
import { ofFormat } from './choose.ts'
import type { GuardOptions } from './options.ts'

/** A way to mend more strictly. */
export interface Stricter {
  readonly api: Rulebook
  readonly policy: Policy
}

/** The statuses by which APIs refuse what a request holds. */
export function isRefusal(status: unknown): boolean {
  return status === 400 || status === 422
}

/**
 * The repairs that may satisfy an API that has refused a mended request, the likeliest first: the rules of the APIs that
 * speak like that, then those of all APIs of the format at once. What the refusal names is mended even where
 * it is only advised against. None, where the words are not on record.
 */
export function stricterThan(text: string, format: string, options: GuardOptions): readonly Stricter[] {
  const { rules, apis } = explain(text)
  if (rules.length === 0) return []
  const base = choosePolicy(options.policy)
  const policy = { ...base, asks: [...new Set([...base.asks, ...rules])] }
  return [...apis, 'everywhere'].flatMap((name) => {
    const api = ofFormat(name, format)
    return api === undefined ? [] : [{ api, policy }]
  })
}
