import { existsSync } from 'node:fs'
import { type Deny, deniedBy, MortiseError } from '@mortise/core'
import type { CleanOptions } from '../../stores/clean/cleaning.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'

/** The cleanup that the command line asks for. */
export function cleanupOf(invocation: Invocation): CleanOptions {
  const { flags } = invocation
  const { mode } = flags
  const tools = patternsOf(invocation)
  const deny: Deny = mode === 'keep-completed' ? { tools, keep: 'completed' } : { tools }
  refuseUnknownGroup(deny)
  return { deny, isText: mode === 'text', withWritten: flags['text-calls'] === true }
}

/** The patterns, whether they are said one by one, with commas between, or after each other. */
function patternsOf({ flags, words, program }: Invocation): readonly string[] {
  const { tools = [] } = flags
  const example = `${program} clean --tools '*' --dry-run`
  if (tools.length === 0) {
    throw new CommandError('usage', 'Say which tools: `--tools` takes names, patterns and groups.', example)
  }
  const file = words.find((word) => existsSync(word))
  if (file !== undefined) {
    throw new CommandError(
      'usage',
      `\`${file}\` is a file: put a pattern in quotes, and name a session by \`--session\`.`,
      example,
    )
  }
  const patterns = [...tools, ...words].flatMap((word) => word.split(',')).map((word) => word.trim())
  const said = patterns.filter((pattern) => pattern !== '')
  if (said.length === 0) throw new CommandError('usage', 'There is no pattern in `--tools`.', example)
  return said
}

function refuseUnknownGroup(deny: Deny): void {
  try {
    deniedBy(deny)
  } catch (thrown) {
    if (!(thrown instanceof MortiseError)) throw thrown
    throw new CommandError('usage', thrown.message, thrown.hint)
  }
}
