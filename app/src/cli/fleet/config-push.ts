import { basename } from 'node:path'
import { locate } from '../../config/index.ts'
import { usedConfig } from '../config/config-file.ts'
import { textIn } from '../config/config-member.ts'
import { refuseMistakes } from '../config/refuse-mistakes.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { oneName } from '../screen/catalogue.ts'
import { withFleet } from './fleet-place.ts'
import { putRevision, reasonOf, writtenRevisionLines } from './write-revision.ts'

/** Makes a whole file the next revision of the config of a fleet. */
export function configPush(invocation: Invocation): Promise<number> {
  const { flags, out, story } = invocation
  const path = oneName(invocation, 'config push', 'file') ?? usedConfig(invocation)
  const text = textIn(path)
  reasonOf(invocation)
  refuseMistakes(text, path, invocation)
  return withFleet(invocation, async (database) => {
    const { machineMembers, newestRevision } = await import('../../fleet/index.ts')
    const { value } = locate(text, path)
    const held = Object.keys(Object(value))
    if (!held.includes('upstreams'))
      throw new CommandError('usage', `\`${path}\` names no upstream, so it cannot be the config of a fleet.`)
    const own = machineMembers.filter((member) => held.includes(member))
    if (own.length > 0)
      story.tell(`note: each machine has ${own.map((each) => `\`${each}\``).join(', ')} in its own file`)
    const base = (await newestRevision(database.query))?.revision ?? 0
    const written = await putRevision(invocation, database, { base, text, name: basename(path) })
    if (flags.json) out.json({ ...answerHead('config push', { kind: 'fleet', path }), ...written })
    else {
      out.tell(`${out.style.paint('green', out.style.good)} \`${path}\` is revision ${written.revision}`)
      out.tell(...writtenRevisionLines(invocation, written))
    }
    return written.nodes.refused.length > 0 ? exits.faults : exits.sound
  })
}
