import { answerHead, type Subject } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { quoteFile } from '../program/program.ts'
import { columns } from './table.ts'

/** A list to print: as columns for people, as objects for programs. */
export interface Catalogue {
  readonly name: string
  readonly target: Subject
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly items: readonly unknown[]
  /** The lines below the list. */
  readonly notes?: readonly string[]
}

/** Prints a list. */
export function printCatalogue(invocation: Invocation, catalogue: Catalogue): number {
  const { titles, rows, notes = [] } = catalogue
  const lines = (): readonly string[] => [
    ...tableLines(invocation, titles, rows),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ]
  return printItems(invocation, catalogue, lines)
}

/** Prints things of a list: as lines for people, as objects for programs. */
export function printItems(
  { out, flags }: Invocation,
  { name, target, items }: Pick<Catalogue, 'name' | 'target' | 'items'>,
  lines: () => readonly string[],
): number {
  if (flags.json) out.json({ ...answerHead(name, target), [name]: items })
  else out.tell(lines())
  return exits.sound
}

/** A table for a screen; `below` are the lines under each row. */
export function tableLines(
  { out }: Invocation,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  below: (index: number) => readonly string[] = () => [],
): readonly string[] {
  const [head = '', ...body] = columns([titles, ...rows])
  return [out.style.paint('bold', head), ...body.flatMap((line, index) => [line, ...below(index)])]
}

/** The one name that a list was asked for, or undefined; refuses more than one. */
export function oneName({ words, program }: Invocation, command: string, kind: string): string | undefined {
  const [first] = words
  if (words.length > 1) {
    const message = `One ${kind} at a time: ${words.length} were named.`
    throw new CommandError('usage', message, `${program} ${command} ${quoteFile(first ?? '')}`)
  }
  return first
}

/** Refuses words that a list has no use for. */
export function refuseWords({ words }: Invocation, command: string): void {
  if (words.length > 0)
    throw new CommandError('usage', `\`${command}\` takes flags only; \`${words[0]}\` is none.`)
}
