import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { oneName, refuseWords, tableLines } from '../screen/catalogue.ts'
import { nodeLines, standingOf } from './fleet-nodes.ts'
import { withFleet } from './fleet-place.ts'
import { putRevision, reasonOf, writtenRevisionLines } from './write-revision.ts'

const target = { kind: 'fleet' }
const most = 50

/** Lists the newest revisions of the config of a fleet, and which nodes are on the last one. */
export function configLog(invocation: Invocation): Promise<number> {
  refuseWords(invocation, 'config log')
  const { flags, out } = invocation
  return withFleet(invocation, async ({ query }) => {
    const { listNodes, listRevisions } = await import('../../fleet/index.ts')
    const revisions = await listRevisions(query, most)
    const rows = await listNodes(query)
    const nodes = standingOf(rows, revisions[0]?.revision ?? 0)
    if (flags.json) out.json({ ...answerHead('config log', target), revisions, nodes })
    else if (revisions.length === 0) out.tell('The fleet has no config yet.')
    else {
      const cells = revisions.map(({ revision, at, author, reason, restores }) => [
        String(revision),
        at.toISOString().replace(/\.\d+Z$/, 'Z'),
        author,
        restores === null ? reason : `${reason} (restores ${restores})`,
      ])
      out.tell(tableLines(invocation, ['revision', 'written', 'by', 'reason'], cells), '')
      out.tell(...nodeLines(invocation, nodes))
    }
    return exits.sound
  })
}

/** Prints one revision as it was written; without a number, the newest one. */
export function configShow(invocation: Invocation): Promise<number> {
  const said = oneName(invocation, 'config show', 'revision')
  const { flags, out, program } = invocation
  return withFleet(invocation, async ({ query }) => {
    const { newestRevision, revisionAt } = await import('../../fleet/index.ts')
    const revision =
      said === undefined ? await newestRevision(query) : await revisionAt(query, numberOf(said, program))
    if (revision === undefined) throw new CommandError('no-operation', 'The fleet has no config yet.')
    if (flags.json) out.json({ ...answerHead('config show', target), ...revision })
    else out.tell(revision.text.trimEnd().split('\n'))
    return exits.sound
  })
}

/** Gives the config of a fleet the text of an earlier revision again, as the next revision. */
export function configRestore(invocation: Invocation): Promise<number> {
  const { flags, out, program } = invocation
  const said = oneName(invocation, 'config restore', 'revision')
  if (said === undefined)
    throw new CommandError(
      'usage',
      '`config restore` takes the number of a revision.',
      `${program} config log`,
    )
  const restores = numberOf(said, program)
  reasonOf(invocation)
  return withFleet(invocation, async (database) => {
    const { newestRevision, revisionAt } = await import('../../fleet/index.ts')
    const { text, name } = await revisionAt(database.query, restores)
    const base = (await newestRevision(database.query))?.revision ?? 0
    const written = await putRevision(invocation, database, { base, text, name, restores })
    if (flags.json) out.json({ ...answerHead('config restore', target), restores, ...written })
    else {
      const good = out.style.paint('green', out.style.good)
      out.tell(`${good} revision ${written.revision} is revision ${restores} again`)
      out.tell(...writtenRevisionLines(invocation, written))
    }
    return written.nodes.refused.length > 0 ? exits.faults : exits.sound
  })
}

/** Reads the number of a revision. */
export function numberOf(said: string, program: string): number {
  if (/^[1-9]\d{0,8}$/.test(said)) return Number(said)
  throw new CommandError('usage', `\`${said}\` is no number of a revision.`, `${program} config log`)
}
