/** Accounts from 31 August 2026 on are new: for those the API checks without being asked. */
export type Account = 'new' | 'old'

const binding = /claude-(?:(?:fable|mythos)-5[-.][12]|(?:opus|sonnet|haiku)-5[-.]5)(?!\d)/
const everywhere = /claude-(?:fable|mythos)-5[-.]2(?!\d)/
const nowhere = /claude-mythos-5[-.]1(?!\d)/

/** Whether a model signs its thinking for the conversation that it was made in. */
export function binds(model: unknown): model is string {
  return typeof model === 'string' && binding.test(model)
}

/** Whether a model refuses thinking that no longer fits where the request does not say what becomes of it. */
export function refuses(model: string, account: Account): boolean {
  if (everywhere.test(model)) return true
  return account === 'new' && !nowhere.test(model)
}
