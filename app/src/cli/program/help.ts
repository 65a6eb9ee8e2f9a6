import { columns } from '../screen/table.ts'
import type { Command, Purpose } from './command.ts'
import { commands } from './commands.ts'
import { commonFlags, type FlagName, flagTable } from './flags.ts'

/** The help of the whole program. */
export function generalHelp(program: string, agents: string): readonly string[] {
  return page([
    ['Mortise finds and mends broken tool calls in LLM conversations.'],
    section('Usage', [`${program} COMMAND [FILE|-] [flags]`]),
    ...groups(),
    section('Agents', [`${agents}: their sessions are found without being named.`]),
    section('Flags of every command', flagLines(commonFlags)),
    section('Examples', [
      `${program} doctor`,
      `${program} repair --last`,
      `${program} undo`,
      `${program} check conversation.json`,
    ]),
    [`${program} COMMAND --help says more about one command.`],
  ])
}

/** The help of one command. */
export function commandHelp(program: string, command: Command, width: number): readonly string[] {
  const takes = command.takes === undefined ? '' : ` ${command.takes}`
  return page([
    [`${program} ${command.name}: ${command.summary}`],
    section('Usage', [`${program} ${command.name}${takes} [flags]`]),
    width === Number.POSITIVE_INFINITY ? command.about : paragraphs(command.about),
    section('Flags', flagLines([...command.flags, ...commonFlags], command.means)),
    section(
      'Examples',
      command.examples.map((example) => `${program} ${example}`),
    ),
  ])
}

/** Lines whose sentence goes on in the next one are joined, so that a narrow terminal breaks each paragraph once. */
function paragraphs(lines: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (const line of lines) {
    const last = joined.at(-1)
    if (last === undefined || /[.:!?]$/.test(last) || line.startsWith(' ')) joined.push(line)
    else joined[joined.length - 1] = `${last} ${line}`
  }
  return joined
}

const purposes: Readonly<Record<Purpose, string>> = {
  look: 'Look (changes nothing)',
  mend: 'Mend',
  undo: 'Undo',
  serve: 'Mend requests on their way',
  learn: 'Learn and try',
}

/** The commands by what they are for; each name in the same column. */
function groups(): readonly (readonly string[])[] {
  const lines = columns(commands.map((command) => [command.name, command.summary]))
  return (Object.keys(purposes) as readonly Purpose[]).map((purpose) =>
    section(
      purposes[purpose],
      lines.filter((_, index) => commands[index]?.purpose === purpose),
    ),
  )
}

function page(sections: readonly (readonly string[])[]): readonly string[] {
  return sections.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return [`${title}:`, ...lines.map((line) => `  ${line}`)]
}

function flagLines(names: readonly FlagName[], means: Command['means'] = {}): readonly string[] {
  return columns(
    names.map((name) => {
      const { short, value } = flagTable[name]
      const says = means[name] ?? flagTable[name].says
      const long = value === undefined ? `--${name}` : `--${name} ${value}`
      return [short === undefined ? long : `-${short}, ${long}`, says]
    }),
  )
}
