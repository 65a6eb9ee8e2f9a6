import type { Errand } from '../../fleet/index.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import { withFleet } from './fleet-place.ts'
import { tellAsked } from './jobs.ts'

/** Asks all machines of a fleet to do what a command does on one, as jobs. */
export function askFleet(invocation: Invocation, errand: Errand): Promise<number> {
  const { flags, program, words } = invocation
  const own = (['home', 'since', 'session', 'last', 'fork', 'dry-run', 'archives', 'force'] as const).find(
    (name) => flags[name] !== undefined,
  )
  if (own !== undefined) throw new CommandError('usage', `\`--${own}\` is not possible with \`--fleet\`.`)
  if (errand.do !== 'clean' && words.length > 0)
    throw new CommandError('usage', `With \`--fleet\` all sessions are meant; \`${words[0]}\` is one.`)
  if (errand.do !== 'doctor' && !flags.yes)
    throw new CommandError(
      'usage',
      `\`--fleet\` changes the sessions of all machines: say \`--yes\`, or look at them first.`,
      `${program} doctor --fleet`,
    )
  return withFleet(invocation, async ({ transaction }) => {
    const { askRun, newestRevision } = await import('../../fleet/index.ts')
    const { reason = '' } = flags
    const asked = await transaction(async (query) => {
      const revision = (await newestRevision(query))?.revision ?? 0
      return askRun(query, errand, { revision, reason })
    })
    return tellAsked(invocation, errand.do, asked)
  })
}
