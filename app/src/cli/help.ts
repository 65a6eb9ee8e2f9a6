import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { commonFlags, type FlagName, flagTable } from './flags.ts'
import { columns } from './table.ts'

/** The help of the whole program. */
export function generalHelp(program: string): readonly string[] {
  return page([
    ['Mortise finds and mends broken tool calls in LLM conversations.'],
    section('Usage', [`${program} COMMAND [FILE|-] [flags]`]),
    section('Commands', columns(commands.map((command) => [command.name, command.summary]))),
    section('Flags of every command', flagLines(commonFlags)),
    section('Examples', [
      `${program} check conversation.json`,
      `${program} repair conversation.json -o fixed.json`,
      `${program} demo`,
    ]),
    [`${program} COMMAND --help says more about one command.`],
  ])
}

/** The help of one command. */
export function commandHelp(program: string, command: Command): readonly string[] {
  const takes = command.takes === undefined ? '' : ` ${command.takes}`
  return page([
    [`${program} ${command.name}: ${command.summary}`],
    section('Usage', [`${program} ${command.name}${takes} [flags]`]),
    command.about,
    section('Flags', flagLines([...command.flags, ...commonFlags])),
    section(
      'Examples',
      command.examples.map((example) => `${program} ${example}`),
    ),
  ])
}

function page(sections: readonly (readonly string[])[]): readonly string[] {
  return sections.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return [`${title}:`, ...lines.map((line) => `  ${line}`)]
}

function flagLines(names: readonly FlagName[]): readonly string[] {
  return columns(
    names.map((name) => {
      const { short, value, says } = flagTable[name]
      const long = value === undefined ? `--${name}` : `--${name} ${value}`
      return [short === undefined ? long : `-${short}, ${long}`, says]
    }),
  )
}
