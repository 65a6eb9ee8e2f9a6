import { type LocalReads, localRules } from './local-rules.ts'

const pairing = [
  'call-not-last',
  'call-without-result',
  'duplicate-result',
  'result-not-leading',
  'result-out-of-place',
  'result-without-call',
  'results-out-of-order',
  'results-split',
  'unreadable',
] as const

/** The rules that the engine judges itself, each with the members of a row that it reads. */
type PairingReads = {
  [Name in (typeof pairing)[number]]: Name extends 'results-out-of-order' ? 'within' : never
}

/** The rules, each with the members of a row that it reads. */
export type RuleReads = LocalReads & PairingReads

/** The name of a rule. */
export type RuleName = keyof RuleReads

/** The name of a rule that the engine judges itself. */
export type PairingName = keyof PairingReads

/** The names of all rules, in alphabetical order. */
export const ruleNames: readonly string[] = /* @__PURE__ */ [...localRules, ...pairing].sort()
