import { existsSync } from 'node:fs'
import { closest } from '../../text/closest.ts'
import { heldBack, openScreens, silent, terminals } from '../screen/screen.ts'
import { type Arguments, checkValue, MissingValue, readArguments } from './arguments.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { CommandError, exits } from './failure.ts'
import { commonFlags, type Flags } from './flags.ts'
import { commandHelp, generalHelp } from './help.ts'

type Screens = ReturnType<typeof openScreens>

/** Runs what a command line asks for and returns the exit code. */
export async function dispatch(line: readonly string[], program: string): Promise<number> {
  const asked = meantFor(await argumentsIn(line))
  const { flags } = asked
  const screens = openScreens(flags.plain, flags.all)
  const isVersion = asked.command === 'version' && asked.words.length === 0
  if ((flags.version || isVersion) && !flags.help) {
    const { version } = await import('../version.ts')
    screens.out.tell(version())
    return exits.sound
  }
  if (asked.command === undefined || asked.command === 'help') return printHelp(asked, program, screens)
  const command = await findCommand(asked.command, line, program)
  if (flags.help) {
    screens.out.tell(commandHelp(program, command, screens.out.style.width))
    return exits.sound
  }
  refuseForeignFlags(command, asked)
  const run = await command.load()
  const { words } = asked
  const { out, story } = screens
  if (!flags.quiet) return run({ flags, words, program, out, story })
  const beside = { flags, words, program, story: silent(story) }
  if (!isQuiet(command, flags)) return run({ ...beside, out })
  const { screen, release } = heldBack(out)
  let exit: number | undefined
  try {
    exit = await run({ ...beside, out: screen })
    return exit
  } finally {
    if (exit !== exits.sound) release()
  }
}

/** Whether the lines of a command are not wanted; a plan is, and a question stands below one. */
function isQuiet({ isReport, flags: known }: Command, flags: Flags): boolean {
  const mayAsk = known.includes('yes') && !flags.yes
  return isReport === true && !flags['dry-run'] && !mayAsk
}

/** Takes a command line apart; an agent that is left out is asked for by the names there are. */
async function argumentsIn(line: readonly string[]): Promise<Arguments> {
  try {
    return readArguments(line)
  } catch (thrown) {
    if (!(thrown instanceof MissingValue) || thrown.flag !== 'agent') throw thrown
    throw new CommandError('usage', `\`--agent\` needs a value: ${await knownAgents()}.`)
  }
}

// Loaded only where it is said: whoever knows the agents knows all about their sessions.
async function knownAgents(): Promise<string> {
  return (await import('../sessions/agent-names.ts')).agentNames()
}

/** Reads a line without a command as what it is most likely meant for: an error to explain. */
function meantFor(asked: Arguments): Arguments {
  const { command, words, flags } = asked
  if (flags.help || flags.version) return asked
  if (command === undefined) return isAtTerminal() ? { ...asked, command: 'explain' } : asked
  return isText([command, ...words]) ? { ...asked, command: 'explain', words: [command, ...words] } : asked
}

// `completion bash` is a command that is not there; so is `repiar 7f3a`.
const fewWords = 3
const manyWords = 5

function isAtTerminal(): boolean {
  const { input, out } = terminals()
  return input && out
}

/** Whether words that begin with no command are a text, and neither a file nor a mistyped command. */
function isText([first = '', ...others]: readonly string[]): boolean {
  const names = commands.map(({ name }) => name)
  if (first === 'help' || first === 'version' || names.includes(first) || existsSync(first)) return false
  if (/[\s:]/.test(first)) return true
  const [second] = others
  if (second === undefined || existsSync(second)) return false
  return others.length >= (closest(first, names) === undefined ? fewWords : manyWords) - 1
}

async function printHelp(asked: Arguments, program: string, { out, story }: Screens): Promise<number> {
  const [topic] = asked.words
  const help =
    topic === undefined
      ? generalHelp(program, await knownAgents())
      : commandHelp(program, await findCommand(topic, [topic, '--help'], program), out.style.width)
  const isAsked = asked.flags.help || asked.command === 'help'
  const screen = isAsked ? out : story
  screen.tell(help)
  return isAsked ? exits.sound : exits.usage
}

async function findCommand(name: string, line: readonly string[], program: string): Promise<Command> {
  const command = commands.find((candidate) => candidate.name === name)
  if (command !== undefined) return command
  const { unknownCommand } = await import('./unknown-command.ts')
  throw unknownCommand(name, line, program)
}

function refuseForeignFlags(command: Command, { given, flags }: Arguments): void {
  const foreign = given.find((name) => !command.flags.includes(name) && !commonFlags.includes(name))
  if (foreign !== undefined)
    throw new CommandError('usage', `\`${command.name}\` has no flag \`--${foreign}\`.`)
  for (const name of given) checkValue(`--${name}`, String(flags[name]), command.allows?.[name])
}
