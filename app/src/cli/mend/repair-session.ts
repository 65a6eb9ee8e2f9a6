import { mendRewrite, type Rewrite } from '../../sessions/rewrite/rewrite.ts'
import { mendState } from '../../sessions/rewrite/rewrite-state.ts'
import { checkNames } from '../documents/choice.ts'
import type { Invocation } from '../program/command.ts'
import type { Flags } from '../program/flags.ts'
import { optionsOf } from '../program/options.ts'
import { planLines, reportAnswer, reportLines } from './repair-lines.ts'
import { rewriteExits } from './rewrite-failure.ts'
import { rewriteSession } from './rewrite-session.ts'

/** Mends one session in place, or a copy of it; shows the plan first. */
export async function repairSession(invocation: Invocation): Promise<number> {
  const { flags } = invocation
  checkNames(flags)
  if (flags.all) return (await import('./repair-all.ts')).repairAll(invocation)
  return rewriteSession(invocation, {
    verb: 'mended',
    doing: 'mending',
    ways: '`--last` or `--all`',
    question: 'Mend it?',
    // A person who names a session wants it mended also where its agent would heal it.
    how: repairRewrite(flags, { mendsCoped: true }),
    planLines: (session, made, screen) => planLines(session, made, screen, flags.api),
    reportLines: (session, report, home) => reportLines(invocation, session, report, home),
    answer: (session, report) => reportAnswer('repair', session, report, flags.api),
    exitOf: (report) => rewriteExits[mendState(report)],
  })
}

/** The rewrite that the flags of `repair` ask for. */
export function repairRewrite(flags: Flags, how: Pick<Rewrite, 'mendsCoped'> = {}): Rewrite {
  const { judging, allow, isPartial } = optionsOf(flags)
  return mendRewrite({ command: 'repair', allow, isPartial, ...how, ...judging })
}
