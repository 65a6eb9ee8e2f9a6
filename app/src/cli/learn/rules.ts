import { describeRule, type Evidence, type Rulebook, rulebooks, ruleNames } from '@mortise/core'
import { storeRules } from '../../stores/check/rules.ts'
import type { Invocation } from '../program/command.ts'
import { knownName } from '../program/known-name.ts'
import { type Catalogue, oneName, printCatalogue } from '../screen/catalogue.ts'
import { evidences, rowOf } from './row-lines.ts'
import { printRule } from './rule-screen.ts'
import { printStoreRule, storeRuleItem } from './store-rule-screen.ts'

/** Lists the faults that are known, or those that one API knows, or says what is on record of one. */
export async function rules(invocation: Invocation): Promise<number> {
  const { flags, program } = invocation
  const wanted = oneName(invocation, 'rules', 'rule')
  const api = flags.api === undefined ? undefined : knownName('API', flags.api, rulebooks)
  if (wanted !== undefined) {
    const { name } = knownName('rule', wanted, [...described, ...storeRules])
    const own = storeRules.find((rule) => rule.name === name)
    return own === undefined ? printRule(invocation, name, api) : printStoreRule(invocation, own)
  }
  return printCatalogue(invocation, api === undefined ? allRules(program) : rulesOf(api, program))
}

const described = ruleNames.map((name) => describeRule(name))

function allRules(program: string): Catalogue {
  return {
    name: 'rules',
    target: { kind: 'catalogue' },
    titles: ['RULE', 'EVIDENCE', 'FAULT'],
    rows: [
      ...described.map(({ name, title }) => [name, bestEvidence(name) ?? '-', title]),
      ...storeRules.map(({ name, title }) => [name, '-', `${title} (in a session)`]),
    ],
    items: [
      ...described.map((rule) => ({ ...rule, apis: apisWith(rule.name) })),
      ...storeRules.map(storeRuleItem),
    ],
    notes: [
      'EVIDENCE is the best on record with any API. One rule with its APIs:',
      `  ${program} rules call-without-result`,
    ],
  }
}

function apisWith(rule: string): Readonly<Record<string, unknown>> {
  const knowing = rulebooks.filter((rulebook) => rowOf(rulebook, rule) !== undefined)
  return Object.fromEntries(knowing.map((rulebook) => [rulebook.name, demand(rulebook, rule)]))
}

function bestEvidence(rule: string): Evidence | undefined {
  const there = rulebooks.map((rulebook) => rowOf(rulebook, rule)?.evidence)
  return evidences.find((evidence) => there.includes(evidence))
}

function rulesOf(rulebook: Rulebook, program: string): Catalogue {
  const known = described.filter(({ name }) => rowOf(rulebook, name) !== undefined)
  return {
    name: 'rules',
    target: { kind: 'catalogue', format: rulebook.format, api: rulebook.name },
    titles: ['RULE', 'SEVERITY', 'EVIDENCE', 'FAULT'],
    rows: known.map(({ name, title }) => {
      const row = rowOf(rulebook, name)
      return [name, row?.severity ?? '', row?.evidence ?? '', title]
    }),
    items: known.map((rule) => ({ ...rule, ...demand(rulebook, rule.name) })),
    notes: ['With limits and the words of the API:', `  ${program} apis ${rulebook.name}`],
  }
}

function demand(rulebook: Rulebook, rule: string): Readonly<Record<string, unknown>> {
  const row = rowOf(rulebook, rule)
  return { severity: row?.severity, evidence: row?.evidence, says: row?.says }
}
