import { describeRule, type Rulebook, rulebooks, ruleNames } from '@mortise/core'
import { type Catalogue, printCatalogue } from './catalogue.ts'
import type { Invocation } from './command.ts'
import { knownName } from './known-name.ts'

/** Lists the faults that are known, or those that one API knows. */
export async function rules(invocation: Invocation): Promise<number> {
  const { api } = invocation.flags
  const catalogue = api === undefined ? allRules() : rulesOf(knownName('API', api, rulebooks))
  return printCatalogue(invocation, catalogue)
}

function allRules(): Catalogue {
  const described = ruleNames.map((name) => describeRule(name))
  return {
    name: 'rules',
    target: { kind: 'catalogue' },
    titles: ['RULE', 'FAULT'],
    rows: described.map(({ name, title }) => [name, title]),
    items: described.map((rule) => ({ ...rule, apis: apisWith(rule.name) })),
  }
}

function apisWith(rule: string): Readonly<Record<string, unknown>> {
  const knowing = rulebooks.filter(({ rows }) => rows[rule] !== undefined)
  return Object.fromEntries(knowing.map((rulebook) => [rulebook.name, demand(rulebook, rule)]))
}

function rulesOf(rulebook: Rulebook): Catalogue {
  const described = ruleNames
    .filter((name) => rulebook.rows[name] !== undefined)
    .map((name) => describeRule(name))
  return {
    name: 'rules',
    target: { kind: 'catalogue', format: rulebook.format, api: rulebook.name },
    titles: ['RULE', 'SEVERITY', 'EVIDENCE', 'FAULT'],
    rows: described.map(({ name, title }) => {
      const row = rulebook.rows[name]
      return [name, row?.severity ?? '', row?.evidence ?? '', title]
    }),
    items: described.map((rule) => ({ ...rule, ...demand(rulebook, rule.name) })),
  }
}

function demand(rulebook: Rulebook, rule: string): Readonly<Record<string, unknown>> {
  const row = rulebook.rows[rule]
  return { severity: row?.severity, evidence: row?.evidence, says: row?.says }
}
