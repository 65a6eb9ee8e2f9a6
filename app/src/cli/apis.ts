import { rulebooks } from '@mortise/core'
import { printApi } from './api-screen.ts'
import { oneName, printCatalogue } from './catalogue.ts'
import type { Invocation } from './command.ts'
import { knownName } from './known-name.ts'

/** Lists the APIs whose demands are known, or says what is on record of one. */
export async function apis(invocation: Invocation): Promise<number> {
  const wanted = oneName(invocation, 'apis', 'API')
  if (wanted !== undefined) return printApi(invocation, knownName('API', wanted, rulebooks))
  return printCatalogue(invocation, {
    name: 'apis',
    target: { kind: 'catalogue' },
    titles: ['API', 'FORMAT', 'RULES', 'TITLE'],
    rows: rulebooks.map(({ name, format, rows, title }) => [
      name,
      format,
      String(Object.keys(rows).length),
      title,
    ]),
    items: rulebooks.map(({ name, title, format, rows }) => ({
      name,
      title,
      format,
      rules: Object.keys(rows),
    })),
    notes: ['One API with what it demands:', `  ${invocation.program} apis anthropic`],
  })
}
