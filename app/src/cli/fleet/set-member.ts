import { formatPath, type MemberPath, memberIn, withMember } from '../../config/index.ts'
import { defaultOf, shownValue, withoutSecrets } from '../config/config-member.ts'
import { refuseMistakes } from '../config/refuse-mistakes.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { withFleet } from './fleet-place.ts'
import { putRevision, reasonOf, writtenRevisionLines } from './write-revision.ts'

/** Changes one member of the config of a fleet: the newest revision with that change becomes the next one. */
export function setMember(invocation: Invocation, way: MemberPath, value: unknown): Promise<number> {
  const { flags, out, program } = invocation
  reasonOf(invocation)
  return withFleet(invocation, async (database) => {
    const { newestRevision } = await import('../../fleet/index.ts')
    const base = await newestRevision(database.query)
    if (base === undefined)
      throw new CommandError(
        'usage',
        'The fleet has no config yet.',
        `${program} config push mortise.yaml --reason first`,
      )
    const member = formatPath(way)
    const before = memberIn(base.text, base.name, way)
    const text = withMember(base.text, base.name, way, value)
    refuseMistakes(text, base.name, invocation)
    const [was, is] = [before ?? defaultOf(way), value].map((each) => withoutSecrets(way, each))
    const good = out.style.paint('green', out.style.good)
    if (text === base.text) {
      if (flags.json) out.json({ ...answerHead('config set', target), member, revision: base.revision })
      else out.tell(`${good} ${member} is ${shownValue(is)} already, in revision ${base.revision}`)
      return exits.sound
    }
    const written = await putRevision(invocation, database, { base: base.revision, text, name: base.name })
    if (flags.json)
      out.json({ ...answerHead('config set', target), member, before: was ?? null, after: is, ...written })
    else {
      out.tell(`${good} ${member}: ${shownValue(was)} → ${shownValue(is)}, as revision ${written.revision}`)
      out.tell(...writtenRevisionLines(invocation, written))
    }
    return written.nodes.refused.length > 0 ? exits.faults : exits.sound
  })
}

const target = { kind: 'fleet' }
