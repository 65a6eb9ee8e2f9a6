import {
  describeLimits,
  describeRemedy,
  describeRule,
  explainRule,
  policies,
  type Remedy,
  type Row,
  type Rulebook,
  rulebooks,
} from '@mortise/core'
import type { Invocation } from '../program/command.ts'
import { printItems, tableLines } from '../screen/catalogue.ts'
import { paragraph } from '../screen/wrap.ts'
import { evidenceLines, rowOf, sentenceLines } from './row-lines.ts'

interface Demand {
  readonly api: string
  readonly row: Row
}

/** Says what is on record of one rule: with every API, or with one. */
export function printRule(invocation: Invocation, rule: string, api: Rulebook | undefined): number {
  const demands = demandsOf(rule, api === undefined ? rulebooks : [api])
  const target =
    api === undefined ? { kind: 'catalogue' } : { kind: 'catalogue', format: api.format, api: api.name }
  const { title } = describeRule(rule)
  const words = explainRule(rule)
  const remedies = remediesOf(rule)
  const item = {
    name: rule,
    title,
    ...words,
    policies: Object.fromEntries(remedies),
    apis: Object.fromEntries(demands.map((demand) => [demand.api, demand.row])),
  }
  return printItems(invocation, { name: 'rules', target, items: [item] }, () => {
    const { paint } = invocation.out.style
    return [
      `${paint('cyan', rule)}  ${paint('bold', title)}`,
      paragraph('  what happened: ', words.happened),
      paragraph('  what to do: ', words.todo),
      '',
      ...policyLines(invocation, remedies),
      '',
      ...(demands.length === 0 ? [nobody(api)] : demandLines(invocation, demands)),
    ]
  })
}

function demandsOf(rule: string, asked: readonly Rulebook[]): readonly Demand[] {
  return asked.flatMap((rulebook) => {
    const row = rowOf(rulebook, rule)
    return row === undefined ? [] : [{ api: rulebook.name, row }]
  })
}

function remediesOf(rule: string): readonly (readonly [policy: string, remedy: Remedy])[] {
  return Object.values(policies).map(({ name, rows, otherwise }) => {
    const byRule: Readonly<Record<string, Remedy>> = rows
    return [name, byRule[rule] ?? otherwise]
  })
}

function policyLines(invocation: Invocation, remedies: ReturnType<typeof remediesOf>): readonly string[] {
  const rows = remedies.map(([policy, remedy]) => [policy, remedy, describeRemedy(remedy)])
  return tableLines(invocation, ['POLICY', 'REMEDY', 'WHAT HAPPENS'], rows)
}

function nobody(api: Rulebook | undefined): string {
  return api === undefined ? 'Every API refuses what cannot be read.' : `\`${api.name}\` does not mind.`
}

function demandLines(invocation: Invocation, demands: readonly Demand[]): readonly string[] {
  const rows = demands.map(({ api, row }) => [api, row.severity, row.evidence])
  const limits = demands.map(({ row }) => describeLimits(row).map((limit) => paragraph('  ', limit)))
  return [
    ...tableLines(invocation, ['API', 'SEVERITY', 'EVIDENCE'], rows, (index) => limits[index] ?? []),
    '',
    ...evidenceLines(demands.map(({ row }) => row.evidence)),
    ...sentenceLines(
      invocation,
      demands.map(({ api, row }) => [api, row]),
    ),
  ]
}
