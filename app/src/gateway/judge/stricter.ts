import { explain, type PolicyName, policies, rulebooks } from '@mortise/core'
import type { Judging } from './mend.ts'

/** The statuses by which APIs refuse what a request holds. */
export function isRefusal(status: number): boolean {
  return status === 400 || status === 422
}

/** The refusal of an API, and the change that may satisfy it. */
export interface Refusal {
  /** The rules that its sentence can mean; none where it is not on record. */
  readonly rules: readonly string[]
  /** Ways to mend more strictly, the likeliest first. */
  readonly ways: readonly Judging[]
}

/** Reads the error of an API that has refused a mended request: the rules that it names count as refused. */
export function readRefusal(text: string, format: string, api: string, policy: PolicyName): Refusal {
  const { rules, apis } = explain(text)
  if (rules.length === 0) return { rules, ways: [] }
  const base = policies[policy]
  const stricter = { ...base, asks: [...new Set([...base.asks, ...rules])] }
  const ways = [...new Set([api, ...apis, 'everywhere'])].flatMap((name) => {
    const rulebook = rulebooks.find((each) => each.name === name && each.format === format)
    return rulebook === undefined ? [] : [{ api: rulebook, policy: stricter, asked: rules }]
  })
  return { rules, ways }
}
