import type { Rulebook } from '@mortise/core'

/** Accounts from 31 August 2026 on are new: for those the API checks without being asked. */
export type Account = 'new' | 'old'

const everywhere = /claude-(?:fable|mythos)-5[-.]2(?!\d)/
const nowhere = /claude-mythos-5[-.]1(?!\d)/

/** Whether a model signs its thinking for the conversation that it was made in, by the rulebook of its API. */
export function binds(model: unknown, { rows }: Rulebook): model is string {
  const when = rows['reasoning-bound']?.when ?? []
  return typeof model === 'string' && when.some((each) => new RegExp(each.model ?? '^$').test(model))
}

/** Whether a model refuses thinking that no longer fits where the request does not say what becomes of it. */
export function refuses(model: string, account: Account): boolean {
  if (everywhere.test(model)) return true
  return account === 'new' && !nowhere.test(model)
}
