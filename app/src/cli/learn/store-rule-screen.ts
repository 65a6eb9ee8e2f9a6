import { describeRemedy, policies, type Remedy } from '@mortise/core'
import type { StoreRule } from '../../stores/check/rules.ts'
import { stores } from '../../stores/index.ts'
import type { Invocation } from '../program/command.ts'
import { printItems, tableLines } from '../screen/catalogue.ts'
import { paragraph } from '../screen/wrap.ts'

/** Says what is on record of a rule that only sessions can break. */
export function printStoreRule(invocation: Invocation, rule: StoreRule): number {
  const { name, title, happened, todo } = rule
  const remedies = remediesOf(rule)
  const item = { ...storeRuleItem(rule), happened, todo, policies: Object.fromEntries(remedies) }
  return printItems(invocation, { name: 'rules', target: { kind: 'catalogue' }, items: [item] }, () => {
    const { paint } = invocation.out.style
    const policyRows = remedies.map(([policy, remedy]) => [policy, remedy, describeRemedy(remedy)])
    const agentRows = agentsOf(rule).map(([agent, { severity }]) => [agent, severity])
    return [
      `${paint('cyan', name)}  ${paint('bold', title)}`,
      paragraph('  what happened: ', happened),
      paragraph('  what to do: ', todo),
      '',
      ...tableLines(invocation, ['POLICY', 'REMEDY', 'WHAT HAPPENS'], policyRows),
      '',
      ...tableLines(invocation, ['AGENT', 'SEVERITY'], agentRows),
      '',
      'Only sessions can have this fault: documents have no records that hang on each other.',
    ]
  })
}

/** A rule of sessions among those of APIs, which do not know it. */
export function storeRuleItem(rule: StoreRule): Readonly<Record<string, unknown>> {
  const { name, title } = rule
  return { name, title, apis: {}, agents: Object.fromEntries(agentsOf(rule)) }
}

type AgentDemands = readonly (readonly [agent: string, demand: Pick<StoreRule, 'severity'>])[]

function agentsOf({ severity, concerns }: StoreRule): AgentDemands {
  return stores.filter(concerns).map(({ name }) => [name, { severity }])
}

function remediesOf({ remedy }: StoreRule): readonly (readonly [policy: string, remedy: Remedy])[] {
  return Object.values(policies).map(({ name }) => [name, name === 'report' ? 'leave' : remedy])
}
