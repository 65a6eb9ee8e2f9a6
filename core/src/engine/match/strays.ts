import type { Facts } from '../../model/facts.ts'
import type { Stray } from '../../model/joint.ts'
import type { Layout } from '../../model/rulebook.ts'

/** The rule that a result breaks which is its call's only by its position: ids matter, or they do not. */
export function ruleOfGuess(layout: Layout): 'result-without-call' | 'results-out-of-order' {
  return layout.positional ? 'results-out-of-order' : 'result-without-call'
}

/** Whether the call of a stray may be where the provider keeps the conversation so far. */
export function mayBeKept({ result, isCalled }: Stray, facts: Facts): boolean {
  return facts.isContinued && !isCalled && result.id !== undefined
}

/** The kind of tool that a duplicate is of, if it is no function: an API may take more than one output of some. */
export function varietyOfStray(stray: Stray): string | undefined {
  const { tool } = stray.result
  return ruleOfStray(stray) === 'duplicate-result' && tool !== 'function' ? tool : undefined
}

/** The rule that a stray breaks: to an API, an id that is not to the letter its call's is no call's. */
export function ruleOfStray({ result, fate, of }: Stray): 'duplicate-result' | 'result-without-call' {
  const isSameId = of !== undefined && (result.id ?? result.alias) === of.call.id
  return fate === 'duplicate' && isSameId ? 'duplicate-result' : 'result-without-call'
}

/** The rule that a stray is reported by: an API whose items stand alone asks a result for the id before it looks for the call. */
export function faultOfStray(
  stray: Stray,
  layout: Layout,
): ReturnType<typeof ruleOfStray> | 'call-id-missing' {
  const rule = ruleOfStray(stray)
  const isNameless = stray.result.id === undefined && stray.fate === 'unowned'
  return layout.named === true && isNameless && rule === 'result-without-call' ? 'call-id-missing' : rule
}
