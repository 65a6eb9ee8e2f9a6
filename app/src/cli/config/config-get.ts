import { stringify } from 'yaml'
import { formatPath, isJsonFile, locate, memberIn } from '../../config/index.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { oneName } from '../screen/catalogue.ts'
import { usedConfig } from './config-file.ts'
import { defaultOf, knownMember, textIn } from './config-member.ts'

/** Prints a member of the config as it is written: references stay references. */
export async function configGet(invocation: Invocation): Promise<number> {
  const { flags, out, story, program } = invocation
  const named = oneName(invocation, 'config get', 'member')
  const path = usedConfig(invocation)
  const text = textIn(path)
  const [mistake] = locate(text, path).mistakes
  if (mistake !== undefined) {
    const { line, column } = mistake.position
    throw new CommandError(
      'usage',
      `${path}:${line}:${column}: ${mistake.message}`,
      `${program} config check`,
    )
  }
  const way = named === undefined ? [] : knownMember(named)
  const written = memberIn(text, path, way)
  const value = written ?? defaultOf(way)
  if (flags.json) {
    const answer = { member: formatPath(way), value: value ?? null, isDefault: written === undefined }
    out.json({ ...answerHead('config get', { kind: 'config', path }), ...answer })
  } else if (value === undefined)
    throw new CommandError('no-operation', `\`${formatPath(way)}\` is not set, and has no default.`)
  else {
    if (written === undefined) story.tell(`note: it is not set in \`${path}\`; this is the default`)
    out.tell(linesOf(value, path))
  }
  return exits.sound
}

/** A value in the language of its file. */
function linesOf(value: unknown, path: string): readonly string[] {
  if (typeof value === 'string') return value.split('\n')
  const text = isJsonFile(path) ? JSON.stringify(value, undefined, 2) : stringify(value, { lineWidth: 0 })
  return text.trimEnd().split('\n')
}
