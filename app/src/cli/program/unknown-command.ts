import { existsSync } from 'node:fs'
import { rulebooks, ruleNames } from '@mortise/core'
import { closest } from '../../text/closest.ts'
import { commands } from './commands.ts'
import { CommandError } from './failure.ts'
import { quote } from './program.ts'

/** The answer to a word that is no command: its most likely meaning, as a line to paste. */
export function unknownCommand(name: string, line: readonly string[], program: string): CommandError {
  const meant = meantBy(name)
  const guess = meant === undefined ? '' : ` Did you mean \`${meant.join(' ')}\`?`
  const instead = existsSync(name)
    ? ['check', ...line]
    : meant && line.flatMap((word) => (word === name ? meant : [word]))
  const hint = `${program} ${instead ? instead.map(quote).join(' ') : '--help'}`
  return new CommandError('usage', `Unknown command \`${name}\`.${guess}`, hint)
}

/** The words that a word most likely stands for: a command, or the name of a rule or an API. */
function meantBy(name: string): readonly string[] | undefined {
  const command = closest(
    name,
    commands.map((candidate) => candidate.name),
  )
  if (command !== undefined) return [command]
  const rule = closest(name, ruleNames)
  if (rule !== undefined) return ['rules', rule]
  const api = closest(
    name,
    rulebooks.map((rulebook) => rulebook.name),
  )
  return api === undefined ? undefined : ['apis', api]
}
