import { type DiskError, type DiskOutcome, liveFailure, type Patience, whileBusy } from '../../disk/index.ts'
import type { Store } from '../../stores/contract/store.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import type { SessionContext } from '../find/context.ts'
import { sessionName } from '../find/session-name.ts'
import type { JudgedSession } from '../judge/judge.ts'
import {
  type PlanBefore,
  planDigest,
  planRewrite,
  type Rewrite,
  type Rewritten,
  rewriteInPlace,
} from './rewrite.ts'
import { type Copy, rewriteCopy } from './rewrite-copy.ts'

/** How one session is rewritten. */
export interface RewriteOptions<Made extends Mended = Mended> {
  /** Plan only: nothing is written. */
  readonly isDry?: boolean
  /** Write a copy under a new id; the session stays as it is. */
  readonly isFork?: boolean
  /** How long a busy session is waited for; if left out, not at all. */
  readonly patience?: Patience
  /** The digest of the only plan that may be written. */
  readonly plan?: string | undefined
  /** Sees a rewrite that is due before anything is written, and says whether to go on. */
  onPlan?(made: Made): Promise<boolean>
}

/** A session after its rewrite, or its plan. */
export interface RewriteReport<Made extends Mended = Mended> {
  readonly made: Made
  /** Whether the new bytes are worth writing, and may be written. */
  readonly isDue: boolean
  readonly isDry: boolean
  /** Whether `onPlan` said no. */
  readonly isDeclined: boolean
  /** The operation that `undo` takes; undefined if nothing was written. */
  readonly operation?: string
  /** The number of bytes that the agent wrote meanwhile, which were kept. */
  readonly carried?: number
  readonly copy?: Copy
  /** The command that resumes the session, or its copy. */
  readonly resume?: string | undefined
}

/** The report on one session, or the reason why there is none. */
export type RewriteOutcome<Made extends Mended = Mended> =
  | { readonly is: 'done'; readonly report: RewriteReport<Made> }
  | { readonly is: 'failed'; readonly error: DiskError }
  /** Sessions of this agent cannot be copied under another id. */
  | { readonly is: 'cannot-copy' }
  /** The session has changed since its plan was made: nothing was written. */
  | { readonly is: 'stale' }

/** Rewrites one session in place, or a copy of it: plans, lets `onPlan` decide, and writes. */
export async function rewriteOne<Made extends Mended>(
  context: SessionContext,
  judged: JudgedSession,
  how: Rewrite<Made>,
  options: RewriteOptions<Made> = {},
): Promise<RewriteOutcome<Made>> {
  const session = options.isFork ? forCopies(judged) : judged
  const planned = planRewrite(context.disk, session, how)
  if (!planned.ok) return { is: 'failed', error: planned.error }
  const made = planned.value
  const { isDry = false, plan } = options
  if (plan !== undefined && plan !== planDigest(made)) return { is: 'stale' }
  if (!how.isDue(made)) return done({ made, isDue: false, isDry, isDeclined: false })
  // A rewrite that cannot be written is not shown to anybody first.
  const obstacle = obstacleTo(session, options)
  if (obstacle !== undefined) return obstacle
  const isAgreed = (await options.onPlan?.(made)) ?? true
  if (isDry || !isAgreed) return done({ made, isDue: true, isDry, isDeclined: !isAgreed })
  return carryOut(context, session, how, options, made)
}

/** The session of an agent some of whose sessions are read only, and may be copied. */
function forCopies(judged: JudgedSession): JudgedSession {
  const { opened, ...session } = judged
  if (opened !== undefined && opened.session.readOnly === undefined) return judged
  const { store } = judged
  const open: Store['open'] = (entries, path) => {
    const { readOnly, ...seen } = store.open(entries, path)
    return { ...seen, readOnly: seen.mayBeCopied ? undefined : readOnly }
  }
  return { ...session, store: { ...store, open } }
}

function obstacleTo(
  session: JudgedSession,
  { isFork, isDry, patience }: RewriteOptions<never>,
): Exclude<RewriteOutcome<never>, { readonly is: 'done' }> | undefined {
  if (isFork && session.store.naming === undefined) return { is: 'cannot-copy' }
  const { live } = session
  if (isFork || isDry || live.state !== 'live' || (patience?.waitMs ?? 0) > 0) return undefined
  return { is: 'failed', error: liveFailure(sessionName(session), live) }
}

/** Writes a rewrite without planning it first: a session of many that nobody is asked about. */
export async function carryOut<Made extends Mended>(
  { disk }: SessionContext,
  session: JudgedSession,
  how: Rewrite<Made>,
  { isFork, patience = { waitMs: 0 }, plan }: RewriteOptions<Made>,
  planned?: Made,
): Promise<RewriteOutcome<Made>> {
  const before: PlanBefore<Made> = { planned, plan }
  if (isFork) return copyOutcome(how, await rewriteCopy(disk, forCopies(session), how, before))
  return outcomeOf(await whileBusy(disk, patience, () => rewriteInPlace(disk, session, how, before)), how)
}

/** The outcome of a rewrite in place, or of its plan. */
export function outcomeOf<Made extends Mended>(
  outcome: DiskOutcome<Rewritten<Made>>,
  how: Rewrite<Made>,
  isDry = false,
): RewriteOutcome<Made> {
  if (!outcome.ok) return { is: 'failed', error: outcome.error }
  const { made, replaced, isStale } = outcome.value
  if (isStale) return { is: 'stale' }
  const { resume } = made.before.session
  const report = { made, isDue: how.isDue(made), isDry, isDeclined: false, ...(isDry ? {} : { resume }) }
  if (replaced.state !== 'replaced') return done(report)
  return done({ ...report, operation: replaced.operation, carried: replaced.carried })
}

function copyOutcome<Made extends Mended>(
  how: Rewrite<Made>,
  outcome: Awaited<ReturnType<typeof rewriteCopy<Made>>>,
): RewriteOutcome<Made> {
  if (outcome === undefined) return { is: 'cannot-copy' }
  if (!outcome.ok) return { is: 'failed', error: outcome.error }
  if (outcome.value === 'stale') return { is: 'stale' }
  const { made, ...copied } = outcome.value
  return done({ made, isDue: how.isDue(made), isDry: false, isDeclined: false, ...copied })
}

function done<Made extends Mended>(report: RewriteReport<Made>): RewriteOutcome<Made> {
  return { is: 'done', report }
}
