import { describeRule, MortiseError, type PolicyChoice } from '@mortise/core'
import { type Act, liveFailure, readLog, valueIn } from '../disk/index.ts'
import type { SessionContext } from '../sessions/find/context.ts'
import { sessionName } from '../sessions/find/session-name.ts'
import { reverse } from '../sessions/history/reverse.ts'
import type { JudgedSession } from '../sessions/judge/judge.ts'
import { mendRewrite, planDigest } from '../sessions/rewrite/rewrite.ts'
import { type RewriteOutcome, rewriteOne } from '../sessions/rewrite/rewrite-one.ts'
import { mendState } from '../sessions/rewrite/rewrite-state.ts'
import { textsIn } from '../sessions/view/record-texts.ts'
import type { Mended } from '../stores/mend/mend.ts'
import type { ChangeAnswer, MendAnswer, OperationAnswer } from './api.ts'
import { findingOf } from './transcripts.ts'

/** How a session is mended from the page. */
export interface MendWish {
  readonly policy: PolicyChoice
  /** The digest of the plan that was shown, which is carried out; undefined: a plan is made, and nothing is written. */
  readonly plan: string | undefined
  /** Mend a copy; the session stays as it is. */
  readonly isFork: boolean
}

/** Plans the repair of a session, or does what was planned, as the command does. */
export async function mendFromPage(
  context: SessionContext,
  session: JudgedSession,
  { policy, plan, isFork }: MendWish,
): Promise<MendAnswer> {
  const how = mendRewrite({ command: 'repair', policy, mendsCoped: true })
  const outcome = await rewriteOne(context, session, how, { isDry: plan === undefined, isFork, plan })
  if (outcome.is === 'stale')
    throw new MortiseError('changed', 'The session has changed since this plan was made; look at it again.')
  return answerOf(session, outcome)
}

const longest = 20_000

function answerOf(
  session: JudgedSession,
  outcome: Exclude<RewriteOutcome, { readonly is: 'stale' }>,
): MendAnswer {
  const canFork = session.store.naming !== undefined
  if (outcome.is !== 'done') {
    const error =
      outcome.is === 'failed'
        ? outcome.error
        : {
            message: `Sessions of ${session.store.title} cannot be copied under another id.`,
            hint: undefined,
          }
    return { state: 'declined', changes: [], found: [], left: [], obstacle: obstacleOf(error, canFork) }
  }
  const { report } = outcome
  const { made, operation, copy, resume } = report
  const { live } = session
  return {
    state: mendState(report),
    plan: planDigest(made),
    changes: changesOf(made),
    found: made.before.found.map((each) => findingOf(each)),
    left: made.left.map((each) => findingOf(each)),
    ...(operation === undefined ? {} : { operation }),
    ...(copy === undefined ? {} : { copy: copy.path }),
    ...(resume === undefined ? {} : { resume }),
    ...(report.isDry && live.state === 'live'
      ? { obstacle: obstacleOf(liveFailure(sessionName(session), live), canFork) }
      : {}),
  }
}

function obstacleOf(
  { message, hint }: { readonly message: string; readonly hint?: string | undefined },
  canFork: boolean,
): NonNullable<MendAnswer['obstacle']> {
  return { message, canFork, ...(hint === undefined ? {} : { hint }) }
}

function changesOf(made: Mended): readonly ChangeAnswer[] {
  const textsOf = textsIn(made)
  return made.changes.map((change) => {
    const { before, after } = textsOf(change)
    return {
      do: change.do,
      record: change.record,
      why: change.why.map((rule) => ({ rule, title: describeRule(rule).title })),
      before: before.slice(0, longest),
      after: after.slice(0, longest),
    }
  })
}

/** Takes the newest repair of a session back, or does it again. */
export async function reverseFromPage(context: SessionContext, act: Act, path: string): Promise<object> {
  const word = valueIn(readLog(context.disk)).operations.some((each) => each.path === path) ? path : undefined
  if (word === undefined) return { state: 'nothing' }
  const outcome = valueIn(await reverse(context, { act, word, isForced: false, patience: { waitMs: 0 } }))
  return { state: outcome.is === 'one' ? 'done' : outcome.is }
}

/** The operations of the log on one file, newest first. */
export function operationsOn(context: SessionContext, path: string): readonly OperationAnswer[] {
  const { operations } = valueIn(readLog(context.disk))
  return operations
    .filter((each) => each.path === path)
    .map(({ op, time, command, kind, result, isTakenBack }) => ({
      op,
      time,
      command,
      kind,
      result,
      isTakenBack,
    }))
}
