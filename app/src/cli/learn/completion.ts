import { RootCommand } from '@bomb.sh/tab'
import { formats, rulebooks } from '@mortise/core'
import { stores } from '../../stores/index.ts'
import type { Command, Invocation } from '../program/command.ts'
import { commands } from '../program/commands.ts'
import { CommandError, exits } from '../program/failure.ts'
import { commonFlags, type FlagName, flagTable } from '../program/flags.ts'

const shells = ['bash', 'zsh', 'fish', 'pwsh']
const apiNames = rulebooks.map(({ name }) => name)

/** Prints a completion script for a shell; the script calls this command again for the words that may come next. */
export async function completion({ words }: Invocation): Promise<number> {
  const [first, ...rest] = words
  if (first === 'complete') tree().parse(rest)
  else tree().setup('mortise', 'mortise completion', shellCalled(first))
  return exits.sound
}

function shellCalled(name: string | undefined): string {
  if (name === undefined || !shells.includes(name)) {
    const known = shells.map((shell) => `\`${shell}\``).join(', ')
    throw new CommandError('usage', `\`completion\` needs the name of a shell: ${known}.`)
  }
  return name === 'pwsh' ? 'powershell' : name
}

/** All commands with their flags, and the values that a flag takes. */
function tree(): RootCommand {
  const root = new RootCommand()
  addFlags(root, commonFlags)
  for (const command of commands) {
    const node = root.command(command.name, command.summary)
    addFlags(node, [...command.flags, ...commonFlags], command)
    const names = wordsOf(command)
    if (names.length > 0) node.argument('word', offering(names))
  }
  return root
}

function addFlags(
  node: ReturnType<RootCommand['command']>,
  names: readonly FlagName[],
  command?: Command,
): void {
  for (const name of names) {
    const { type, short, says } = flagTable[name]
    const values = type === 'boolean' ? undefined : (command?.allows?.[name] ?? valuesOf(name))
    const text = command?.means?.[name] ?? says
    if (values !== undefined) node.option(name, text, offering(values), short)
    else if (short !== undefined) node.option(name, text, short)
    else node.option(name, text)
  }
}

function offering(words: readonly string[]): (complete: (word: string, says: string) => void) => void {
  return (complete) => {
    for (const word of words) complete(word, '')
  }
}

function valuesOf(name: FlagName): readonly string[] {
  if (name === 'agent') return stores.map((store) => store.name)
  if (name === 'api' || name === 'from' || name === 'to') return apiNames
  if (name === 'format') return formats.map((format) => format.name)
  return flagTable[name].allowed ?? []
}

/** The fixed words that a command takes: the help writes them in small letters, with bars between them. */
function wordsOf({ name, takes = '' }: Command): readonly string[] {
  if (name === 'apis') return apiNames
  return takes
    .split('|')
    .map((choice) => choice.trim().split(' ')[0] ?? '')
    .filter((word) => /^[a-z]+$/.test(word))
}
