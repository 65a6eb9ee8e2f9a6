import { rulebooks } from '@mortise/core'
import { printCatalogue } from './catalogue.ts'
import type { Invocation } from './command.ts'

/** Lists the APIs whose demands are known. */
export async function apis(invocation: Invocation): Promise<number> {
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
  })
}
