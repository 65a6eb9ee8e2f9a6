import { formats as knownFormats } from '@mortise/core'
import type { Invocation } from '../program/command.ts'
import { printCatalogue, refuseWords } from '../screen/catalogue.ts'

/** Lists the ways in which a conversation can be written down. */
export async function formats(invocation: Invocation): Promise<number> {
  refuseWords(invocation, 'formats')
  return printCatalogue(invocation, {
    name: 'formats',
    target: { kind: 'catalogue' },
    titles: ['FORMAT', 'FIRST-PARTY API', 'TITLE'],
    rows: knownFormats.map(({ name, firstParty, title }) => [name, firstParty, title]),
    items: knownFormats.map(({ name, title, firstParty }) => ({ name, title, firstParty })),
  })
}
