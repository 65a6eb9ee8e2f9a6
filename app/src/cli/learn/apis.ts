import { type Rulebook, rulebooks } from '@mortise/core'
import type { Invocation } from '../program/command.ts'
import { knownName } from '../program/known-name.ts'
import { oneName, printCatalogue } from '../screen/catalogue.ts'
import { printApi } from './api-screen.ts'

/** Lists the APIs whose demands are known, or says what is on record of one. */
export async function apis(invocation: Invocation): Promise<number> {
  const wanted = oneName(invocation, 'apis', 'API')
  if (wanted !== undefined) return printApi(invocation, knownName('API', wanted, rulebooks).name)
  return printCatalogue(invocation, {
    name: 'apis',
    target: { kind: 'catalogue' },
    titles: ['API', 'FORMAT', 'RULES', 'TITLE'],
    rows: lines(),
    items: rulebooks.map(({ name, title, format, rows }) => ({
      name,
      title,
      format,
      rules: Object.keys(rows),
    })),
    notes: ['One API with what it demands:', `  ${invocation.program} apis anthropic`],
  })
}

/** A name that every format has is told in one line. */
function lines(): string[][] {
  const firsts = rulebooks.filter(({ name }, index) => firstOf(name) === index)
  return firsts.map(({ name, format, rows, title }) => {
    const others = rulebooks.filter((rulebook) => rulebook.name === name)
    if (others.length === 1) return [name, format, String(Object.keys(rows).length), title]
    return [name, 'any', mostRules(others), 'Every API of the document’s format at once']
  })
}

function firstOf(name: string): number {
  return rulebooks.findIndex((rulebook) => rulebook.name === name)
}

function mostRules(some: readonly Rulebook[]): string {
  return String(Math.max(...some.map(({ rows }) => Object.keys(rows).length)))
}
