import { formatPath, memberIn } from '../../config/index.ts'
import { setMember } from '../../transition/set-member.ts'
import { isOfFleet } from '../fleet/fleet-place.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { must } from '../program/must.ts'
import { quote } from '../program/program.ts'
import { contextOf } from '../sessions/context.ts'
import { usedConfig } from './config-file.ts'
import { defaultOf, knownMember, shownValue, textIn, withoutSecrets } from './config-member.ts'
import { readValue } from './config-value.ts'
import { refuseMistakes } from './refuse-mistakes.ts'

/** Changes one member of the config file; comments and formatting stay, and a config that would be wrong is not written. */
export async function configSet(invocation: Invocation): Promise<number> {
  const { flags, out, story, words, program } = invocation
  const [name, said, ...more] = words
  if (name === undefined || said === undefined || more.length > 0)
    throw new CommandError(
      'usage',
      '`config set` takes a member and its value.',
      `${program} config set tools.deny ${quote('["*"]')}`,
    )
  const way = knownMember(name)
  const value = readValue(said)
  // In a fleet, a file holds the members of its machine alone.
  if (
    isOfFleet(invocation) &&
    !(await import('../../fleet/index.ts')).machineMembers.includes(String(way[0]))
  )
    return (await import('../fleet/set-member.ts')).setMember(invocation, way, value)
  const path = usedConfig(invocation)
  // Told in words of its own if it is no text.
  memberIn(textIn(path), path, way)
  const refuse = (text: string): void => refuseMistakes(text, path, invocation)
  const { before, operation } = must(await setMember(contextOf({}).disk, path, way, value, refuse))
  const was = withoutSecrets(way, before ?? defaultOf(way))
  const is = withoutSecrets(way, value)
  if (flags.json) {
    const change = { member: formatPath(way), before: was ?? null, after: is, operation }
    out.json({ ...answerHead('config set', { kind: 'config', path }), ...change })
    return exits.sound
  }
  const good = out.style.paint('green', out.style.good)
  if (operation === null) out.tell(`${good} ${formatPath(way)} is ${shownValue(is)} already`)
  else {
    out.tell(`${good} ${formatPath(way)}: ${shownValue(was)} → ${shownValue(is)}`)
    story.tell(`take it back: ${program} undo ${operation}`)
  }
  return exits.sound
}
