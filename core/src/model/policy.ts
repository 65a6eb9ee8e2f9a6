/**
 * What to do about a fault.
 *
 * `mend`: the rule's own remedy · `answer`: an honest synthetic result · `text`: labelled text ·
 * `drop`: the part goes, with its partner · `drop-turn`: the model's turn goes, with its results ·
 * `leave`: nothing.
 */
export type Remedy = 'mend' | 'answer' | 'text' | 'drop' | 'drop-turn' | 'leave'

export type PolicyName = 'keep' | 'drop' | 'drop-turn' | 'report'

/** A table rule → remedy. `otherwise` is for the rules that no row names. */
export interface Policy {
  readonly name: string
  readonly rows: Readonly<Record<string, Remedy>>
  readonly otherwise: Remedy
}

/** The presets. Under each but `report`, what can be kept by moving it is moved. */
export const policies: Readonly<Record<PolicyName, Policy>> = {
  keep: {
    name: 'keep',
    rows: { 'call-without-result': 'answer', 'result-without-call': 'text', 'duplicate-result': 'text' },
    otherwise: 'mend',
  },
  drop: {
    name: 'drop',
    rows: { 'call-without-result': 'drop', 'result-without-call': 'drop', 'duplicate-result': 'drop' },
    otherwise: 'mend',
  },
  'drop-turn': {
    name: 'drop-turn',
    rows: { 'call-without-result': 'drop-turn', 'result-without-call': 'drop', 'duplicate-result': 'drop' },
    otherwise: 'mend',
  },
  report: { name: 'report', rows: {}, otherwise: 'leave' },
}

/** A preset by name, a preset with some rows of one's own, or a whole table. */
export type PolicyChoice =
  | PolicyName
  | Policy
  | { readonly preset: PolicyName; readonly rows: Policy['rows'] }

/** Turns what a caller wrote into one table. */
export function choosePolicy(choice: PolicyChoice = 'keep'): Policy {
  if (typeof choice === 'string') return policies[choice]
  if ('otherwise' in choice) return choice
  const preset = policies[choice.preset]
  return { ...preset, rows: { ...preset.rows, ...choice.rows } }
}
