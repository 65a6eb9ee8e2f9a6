import type { DiskError } from '../../disk/index.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import { findAll, type SessionContext } from '../find/context.ts'
import { casesOf, examineFinds } from '../judge/examine.ts'
import type { JudgedSession } from '../judge/judge.ts'
import type { Watch } from '../judge/judge-all.ts'
import { planRewrite, type Rewrite } from './rewrite.ts'
import { carryOut, type RewriteOptions, type RewriteOutcome } from './rewrite-one.ts'

/** One session of many, and what became of it. */
export interface MendedOne {
  readonly session: JudgedSession
  readonly outcome: RewriteOutcome | { readonly is: 'thrown'; readonly thrown: unknown }
}

/** How many sessions are mended. */
export interface MendManyOptions extends Pick<RewriteOptions, 'isDry' | 'isFork' | 'patience'> {
  /** Whether something thrown is about one session, and no bug: then the others are mended all the same. */
  isExpected(thrown: unknown): boolean
}

/** The sessions that their APIs will refuse, newest first, and the reasons why others could not be judged. */
export interface BrokenSessions {
  readonly broken: readonly JudgedSession[]
  readonly unread: readonly DiskError[]
}

/** Judges all sessions, and picks out those that their APIs will refuse. */
export function brokenSessions(context: SessionContext, watch?: Watch): BrokenSessions {
  const { sessions, closed } = examineFinds(context, findAll(context), watch)
  context.index.save()
  const { broken, unreadable } = casesOf({ sessions })
  return { broken, unread: [...unreadable.flatMap(({ problem }) => problem ?? []), ...closed] }
}

/** Mends one session after the other; one that cannot be mended does not keep the others from it. */
export async function* mendEach(
  context: SessionContext,
  sessions: readonly JudgedSession[],
  how: Rewrite,
  options: MendManyOptions,
): AsyncGenerator<MendedOne> {
  for (const session of sessions) yield { session, outcome: await attempt(context, session, how, options) }
}

async function attempt(
  context: SessionContext,
  session: JudgedSession,
  how: Rewrite,
  options: MendManyOptions,
): Promise<MendedOne['outcome']> {
  try {
    return options.isDry ? planned(context, session, how) : await carryOut(context, session, how, options)
  } catch (thrown) {
    if (!options.isExpected(thrown)) throw thrown
    return { is: 'thrown', thrown }
  }
}

function planned(context: SessionContext, session: JudgedSession, how: Rewrite): RewriteOutcome<Mended> {
  const plan = planRewrite(context.disk, session, how)
  if (!plan.ok) return { is: 'failed', error: plan.error }
  const made = plan.value
  return { is: 'done', report: { made, isDue: how.isDue(made), isDry: true, isDeclined: false } }
}
