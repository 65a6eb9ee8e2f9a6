import { isObject } from './json.ts'
import { MortiseError } from './outcome.ts'

/**
 * What to do about a fault.
 *
 * `mend`: the rule's own remedy · `answer`: an honest synthetic result · `text`: labelled text ·
 * `drop`: the part goes, with its partner · `drop-turn`: the model's turn goes, with its results ·
 * `append`: a turn that lets the model go on · `leave`: nothing.
 */
export type Remedy = (typeof remedies)[number]

const remedies = ['mend', 'answer', 'text', 'drop', 'drop-turn', 'append', 'leave'] as const

export type PolicyName = 'keep' | 'drop' | 'drop-turn' | 'report'

/** A table rule → remedy. `otherwise` is for the rules that no row names. */
export interface Policy {
  readonly name: string
  readonly rows: Readonly<Record<string, Remedy>>
  readonly otherwise: Remedy
  /** The rules that are mended even where breaking them is only advised against. */
  readonly asks: readonly string[]
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

/** A preset by name, a preset with some rows of one's own, or a whole table. */
export type PolicyChoice =
  | PolicyName
  | Policy
  | { readonly preset: PolicyName; readonly rows: Policy['rows'] }

/** Turns what a caller wrote into one table. Rows of one's own are asked for, advice or not. */
export function choosePolicy(choice?: PolicyChoice): Policy {
  if (choice === undefined) return policies.keep
  if (typeof choice !== 'object' || choice === null) return presetOf(choice)
  checkRows(choice.rows)
  if ('otherwise' in choice) return choice
  const preset = presetOf(choice.preset)
  return { ...preset, rows: { ...preset.rows, ...choice.rows }, asks: Object.keys(choice.rows) }
}

/** A remedy that nobody knows would do nothing, and say nothing. */
function checkRows(rows: unknown): void {
  const known: readonly unknown[] = remedies
  if (isObject(rows) && Object.values(rows).every((remedy) => known.includes(remedy))) return
  const hint = `Known remedies: ${remedies.join(', ')}`
  throw new MortiseError('bad-option', 'The `rows` of a policy name a remedy for each rule.', { hint })
}

function presetOf(name: PolicyName): Policy {
  if (Object.hasOwn(policies, name)) return policies[name]
  const hint = `Known policies: ${Object.keys(policies).join(', ')}`
  throw new MortiseError('unknown-policy', `There is no policy \`${name}\` here.`, { hint })
}
