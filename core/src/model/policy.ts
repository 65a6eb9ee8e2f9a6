import { isObject, type JsonObject } from './json.ts'
import { badOption, didYouMean, shown, unknownName } from './options.ts'
import { type RuleName, ruleNames } from './rule-names.ts'

/**
 * The act that a policy chooses for a fault.
 *
 * `mend`: the rule's own remedy · `answer`: an honest synthetic result · `text`: labelled text ·
 * `drop`: the part goes, with its partner · `drop-turn`: the model's turn goes, with its results ·
 * `append`: a turn that lets the model go on · `leave`: nothing.
 */
export type Remedy = (typeof remedies)[number]

const remedies = ['mend', 'answer', 'text', 'drop', 'drop-turn', 'append', 'leave'] as const

export type PolicyName = 'keep' | 'drop' | 'drop-turn' | 'report'

/** A remedy for each rule that is named. */
export type PolicyRows = { readonly [rule in RuleName]?: Remedy }

/** Remedies for single findings about calls and their results: by rule, and by the id of the call in `calls` of the finding. */
export type PolicyCalls = { readonly [rule in CallRule]?: Readonly<Record<string, Remedy>> }

const callRules = ['call-without-result', 'result-without-call', 'duplicate-result'] as const
type CallRule = (typeof callRules)[number]

/** A table rule → remedy. `otherwise` is for the rules that no row names. */
export interface Policy {
  readonly name: string
  readonly rows: PolicyRows
  readonly otherwise: Remedy
  /** The rules that are mended even if breaking them is only advised against. */
  readonly asks: readonly string[]
  /** The findings that are mended in another way than the rest of their rule. */
  readonly calls?: PolicyCalls
}

/** The presets. Under each but `report`, what can be kept by moving it is moved. */
export const policies: Readonly<Record<PolicyName, Policy>> = {
  keep: {
    name: 'keep',
    rows: { 'call-without-result': 'answer', 'result-without-call': 'text', 'duplicate-result': 'text' },
    otherwise: 'mend',
    asks: [],
  },
  drop: {
    name: 'drop',
    rows: { 'call-without-result': 'drop', 'result-without-call': 'drop', 'duplicate-result': 'drop' },
    otherwise: 'mend',
    asks: [],
  },
  'drop-turn': {
    name: 'drop-turn',
    rows: { 'call-without-result': 'drop-turn', 'result-without-call': 'drop', 'duplicate-result': 'drop' },
    otherwise: 'mend',
    asks: [],
  },
  report: { name: 'report', rows: {}, otherwise: 'leave', asks: [] },
}

/** A preset by name, a preset with some rows or single findings of one's own, or a whole table. */
export type PolicyChoice =
  | PolicyName
  | Policy
  | { readonly preset: PolicyName; readonly rows: Policy['rows']; readonly calls?: PolicyCalls }

/** Turns what a caller wrote into one table. Rows of one's own are asked for, advice or not. */
export function choosePolicy(choice?: PolicyChoice): Policy {
  if (choice === undefined) return policies.keep
  checkPolicy(choice)
  if (typeof choice === 'string') return policies[choice]
  if ('otherwise' in choice) return choice
  const preset = policies[choice.preset]
  const calls = choice.calls === undefined ? {} : { calls: choice.calls }
  return { ...preset, rows: { ...preset.rows, ...choice.rows }, asks: Object.keys(choice.rows), ...calls }
}

/** Refuses what is no policy, and names in it that would do nothing and say nothing. */
export function checkPolicy(choice: unknown): void {
  if (isObject(choice)) checkTable(choice)
  else checkPreset(choice)
}

function checkTable(choice: JsonObject): void {
  for (const name in choice)
    if (!members.includes(name))
      throw badOption(`A policy has no member \`${name}\`.${didYouMean(name, members)}`, policyHint)
  checkRows(choice.rows)
  if (choice.calls !== undefined) checkCalls(choice.calls)
  if (choice.otherwise === undefined) checkPreset(choice.preset)
  else checkWhole(choice)
}

function checkWhole(choice: JsonObject): void {
  checkRemedy(choice.otherwise)
  if (!Array.isArray(choice.asks)) throw badOption('The `asks` of a policy are a list of rules.', policyHint)
  for (const rule of choice.asks) checkRule(rule)
}

const members: readonly string[] = ['preset', 'name', 'rows', 'otherwise', 'asks', 'calls']
const policyHint = "{ preset: 'keep', rows: { 'call-without-result': 'drop' } }"

function checkPreset(name: unknown): void {
  if (typeof name !== 'string' || !Object.hasOwn(policies, name))
    throw unknownName('policy', name, Object.keys(policies))
}

function checkRows(rows: unknown): void {
  if (!isObject(rows)) throw badOption('The `rows` of a policy name a remedy for each rule.', policyHint)
  for (const rule in rows) {
    checkRule(rule)
    checkRemedy(rows[rule])
  }
}

function checkCalls(calls: unknown): void {
  if (!isObject(calls))
    throw badOption('The `calls` of a policy name a remedy for each call, by rule.', callsHint)
  const known: readonly string[] = callRules
  for (const rule in calls) {
    if (!known.includes(rule)) throw unknownName('rule', rule, callRules)
    const remedies = calls[rule]
    if (!isObject(remedies))
      throw badOption('The `calls` of a policy name a remedy for each call.', callsHint)
    for (const id in remedies) checkRemedy(remedies[id])
  }
}

const callsHint = "{ preset: 'keep', rows: {}, calls: { 'call-without-result': { toolu_1: 'drop' } } }"

function checkRule(rule: unknown): void {
  if (typeof rule !== 'string' || !ruleNames.includes(rule)) throw unknownName('rule', rule, ruleNames)
}

function checkRemedy(remedy: unknown): void {
  const known: readonly unknown[] = remedies
  if (known.includes(remedy)) return
  const guess = didYouMean(remedy, remedies)
  throw badOption(
    `There is no remedy \`${shown(remedy)}\` here.${guess}`,
    `Known remedies: ${remedies.join(', ')}`,
  )
}
