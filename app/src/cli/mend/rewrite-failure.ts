import { DiskError } from '../../disk/index.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import type { RewriteOutcome, RewriteReport } from '../../sessions/rewrite/rewrite-one.ts'
import type { RewriteState } from '../../sessions/rewrite/rewrite-state.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { option, quote, quoteFile } from '../program/program.ts'
import { sameSessions } from '../sessions/same-place.ts'

/** The report of a rewrite; throws a failure with a hint if there is none. */
export function reportOf<Made extends Mended>(
  outcome: RewriteOutcome<Made>,
  invocation: Invocation,
  session: JudgedSession,
  command: string,
): RewriteReport<Made> {
  if (outcome.is === 'done') return outcome.report
  if (outcome.is === 'stale') throw stalePlan(invocation, command)
  throw outcome.is === 'cannot-copy'
    ? cannotBeCopied(session)
    : withHint(outcome.error, invocation, session, command)
}

function stalePlan({ program, words, flags }: Invocation, command: string): CommandError {
  const again = [program, command, ...words.map(quote), `--dry-run --json${sameSessions(flags)}`].join(' ')
  return new CommandError(
    'stale-plan',
    'This is not the plan of the session as it stands now; nothing was changed.',
    again,
  )
}

/** Adds the command that does the same to a copy, or later. */
function withHint(
  error: DiskError,
  { program, flags, words }: Invocation,
  session: JudgedSession,
  command: string,
): DiskError {
  if (error.code !== 'live' && error.code !== 'locked') return error
  const home = sameSessions(flags)
  const goal = flags.budget === undefined ? '' : ` ${option('--budget', flags.budget)}`
  const share = flags.fraction === undefined ? '' : ` ${option('--fraction', flags.fraction)}`
  const policy = flags.policy === undefined ? '' : ` --policy ${flags.policy}`
  // Other sessions may have the same id: the word that found this one finds it again.
  const name = quoteFile(words[0] ?? session.target.path)
  const instead = session.store.naming === undefined ? '--wait 30s' : '--fork'
  const hint = `${program} ${command} ${name}${goal}${share}${policy} ${instead}${home}`
  return new DiskError(error.code, error.message, error.exit, { hint, cause: error })
}

function cannotBeCopied({ store }: JudgedSession): CommandError {
  const which = store.tables === undefined ? `Sessions of ${store.title}` : 'Sessions in a database'
  return new CommandError('usage', `${which} cannot be copied under another id.`)
}

/** The exit code for each end of a rewrite. */
export const rewriteExits: Readonly<Record<RewriteState, number>> = {
  declined: exits.faults,
  'read-only': exits.safety,
  'faults-left': exits.faults,
  unchanged: exits.sound,
  planned: exits.sound,
  'in-part': exits.faults,
  rewritten: exits.sound,
}
