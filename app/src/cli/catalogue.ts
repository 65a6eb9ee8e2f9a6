import { answerHead, type Target } from './answer.ts'
import type { Invocation } from './command.ts'
import { CommandError, exits } from './failure.ts'
import { columns } from './table.ts'

/** A list to print: as columns for people, as objects for programs. */
export interface Catalogue {
  readonly name: string
  readonly target: Target
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly items: readonly unknown[]
}

/** Prints a list; refuses words that it has no use for. */
export function printCatalogue(invocation: Invocation, catalogue: Catalogue): number {
  const { out, flags, words } = invocation
  if (words.length > 0)
    throw new CommandError('usage', `\`${catalogue.name}\` takes flags only; \`${words[0]}\` is none.`)
  const answer = { ...answerHead(catalogue.name, catalogue.target), [catalogue.name]: catalogue.items }
  const [titles = '', ...lines] = columns([catalogue.titles, ...catalogue.rows])
  const screen = (): string => [out.look.paint('bold', titles), ...lines].join('\n')
  out.write(`${flags.json ? JSON.stringify(answer) : screen()}\n`)
  return exits.sound
}
