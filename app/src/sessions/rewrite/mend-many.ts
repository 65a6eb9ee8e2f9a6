import { type DiskError, isBusy } from '../../disk/index.ts'
import { itemAt } from '../../stores/records/lists.ts'
import { findAll, type SessionContext } from '../find/context.ts'
import { casesOf, examineFinds } from '../judge/examine.ts'
import type { JudgedSession } from '../judge/judge.ts'
import type { Watch } from '../judge/judge-all.ts'
import { batchesOf } from './batches.ts'
import type { Rewrite } from './rewrite.ts'
import { planAll, rewriteAll } from './rewrite-all.ts'
import { carryOut, outcomeOf, type RewriteOptions, type RewriteOutcome } from './rewrite-one.ts'

/** One session of many, and its outcome. */
export interface MendedOne {
  readonly session: JudgedSession
  readonly outcome: RewriteOutcome
}

/** How many sessions are mended. */
export interface MendManyOptions extends Pick<RewriteOptions, 'isDry' | 'isFork' | 'patience'> {
  /** Whether no other session is to be begun. */
  isStopped(): boolean
}

/** The sessions that their APIs will refuse, newest first, and the reasons why others could not be judged. */
export interface BrokenSessions {
  /** Whether there is any session at all. */
  readonly areThere: boolean
  readonly broken: readonly JudgedSession[]
  readonly unread: readonly DiskError[]
}

/** Judges all sessions, and picks out those that their APIs will refuse. */
export function brokenSessions(context: SessionContext, watch?: Watch): BrokenSessions {
  const { sessions, closed } = examineFinds(context, findAll(context), watch)
  context.index.save()
  const { broken, unreadable } = casesOf({ sessions })
  return {
    areThere: sessions.length > 0,
    broken,
    unread: [...unreadable.flatMap(({ problem }) => problem ?? []), ...closed],
  }
}

/** Mends sessions, some at a time, and tells of them together; a session that cannot be mended does not keep the others from it. */
export async function* mendEach(
  context: SessionContext,
  sessions: readonly JudgedSession[],
  how: Rewrite,
  options: MendManyOptions,
): AsyncGenerator<readonly MendedOne[]> {
  const { disk } = context
  const { isDry = false, isFork, patience, isStopped } = options
  const sized = sessions.map((session) => ({ session, size: session.target.stat.size }))
  const isCopied = isFork === true && !isDry
  for (const batch of isCopied ? sized.map((one) => [one]) : batchesOf(sized)) {
    // Planning does not wait for anything: here Ctrl-C is heard.
    await new Promise((resolve) => setImmediate(resolve))
    if (isStopped()) return
    const own = batch.map(({ session }) => session)
    const again = async (session: JudgedSession): Promise<MendedOne> => {
      return { session, outcome: await carryOut(context, session, how, options) }
    }
    if (isCopied) {
      yield await Promise.all(own.map(again))
      continue
    }
    const done = isDry ? planAll(disk, own, how) : await rewriteAll(disk, own, how)
    const mended: MendedOne[] = []
    for (const [index, { outcome }] of done.entries()) {
      const session = itemAt(own, index)
      const isAgain = !isDry && !outcome.ok && isBusy(outcome.error) && (patience?.waitMs ?? 0) > 0
      mended.push(isAgain ? await again(session) : { session, outcome: outcomeOf(outcome, how, isDry) })
    }
    yield mended
  }
}
