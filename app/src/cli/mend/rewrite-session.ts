import { DiskError, liveFailure, whileBusy } from '../../disk/index.ts'
import { findAll, type SessionContext } from '../../sessions/find/context.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import { planRewrite, type Rewrite, rewriteCopy, rewriteInPlace } from '../../sessions/rewrite/rewrite.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import type { Invocation } from '../program/command.ts'
import { canAsk, confirm } from '../program/confirm.ts'
import { CommandError } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { must } from '../program/must.ts'
import { option, quoteFile } from '../program/program.ts'
import { contextOf } from '../sessions/context.ts'
import { sameSessions } from '../sessions/same-place.ts'
import { chooseSession } from '../sessions/session-choice.ts'
import { namesOf, nearHome, sessionName } from '../sessions/session-names.ts'
import { patienceOf, waitOf } from './patience.ts'
import type { RewriteReport } from './repair-lines.ts'
import type { Setting } from './session-lines.ts'

/** What a command does to one session, and how it tells of it. */
export interface Course<Made extends Mended> {
  /** What is done to it, in place or to a copy: `mended`. */
  readonly verb: string
  /** The flags that say which session is meant: `--last`. */
  readonly ways: string
  /** What a person is asked before it is done. */
  readonly question: string
  readonly how: Rewrite<Made>
  /** Whether something would change, and may. */
  isWorthIt(plan: Made): boolean
  planLines(patient: JudgedSession, plan: Made, setting: Setting): readonly string[]
  reportLines(patient: JudgedSession, deed: RewriteReport<Made>, home: string): readonly string[]
  answer(patient: JudgedSession, deed: RewriteReport<Made>): object
  exitOf(deed: RewriteReport<Made>): number
}

/** Treats one session where it is, or a copy of it; shows what it would do first. */
export async function rewriteSession<Made extends Mended>(
  invocation: Invocation,
  course: Course<Made>,
): Promise<number> {
  const { flags, story } = invocation
  const context = contextOf(flags)
  const patient = chosen(invocation, context, course.ways)
  context.index.save()
  if (patient.problem !== undefined) throw patient.problem
  story.tell(whichLine(patient, context, flags, course.verb))
  const plan = must(planRewrite(context.disk, patient, course.how))
  const isToBeDone = course.isWorthIt(plan)
  const setting = {
    look: invocation.out.look,
    names: namesOf(invocation, [patient], { areElsewhere: false, areSome: true }),
    home: context.home.folder,
  }
  const tell = (lines: readonly string[]): void => {
    if (!flags.json) invocation.out.tell(lines)
  }
  if (isToBeDone) {
    refuseInVain(invocation, patient, course.how.command)
    tell(course.planLines(patient, plan, setting))
  }
  const isAsked = isToBeDone && !flags['dry-run'] && !flags.yes && !flags.json && canAsk()
  const isDeclined = isAsked && !(await confirm(flags.fork ? 'Write the copy?' : course.question))
  const deed: RewriteReport<Made> =
    !isToBeDone || flags['dry-run'] || isDeclined
      ? { mended: plan, isDry: flags['dry-run'] === true, isDeclined }
      : await carryOut(invocation, context, patient, course.how)
  tell(course.reportLines(patient, deed, context.home.folder))
  if (flags.json) invocation.out.json(course.answer(patient, deed))
  return course.exitOf(deed)
}

/** Says what cannot be done before anybody is asked about it. */
function refuseInVain(invocation: Invocation, patient: JudgedSession, command: string): void {
  const { fork, 'dry-run': isDry } = invocation.flags
  const { live, store } = patient
  if (fork && store.naming === undefined) throw cannotBeCopied(patient)
  if (fork || isDry || live.state !== 'live' || waitOf(invocation.flags) > 0) return
  throw withHint(liveFailure(sessionName(patient), live), invocation, patient, command)
}

/** Treats a session, or a copy; what keeps it from that is thrown. */
export async function carryOut<Made extends Mended>(
  invocation: Invocation,
  { disk }: SessionContext,
  patient: JudgedSession,
  how: Rewrite<Made>,
): Promise<RewriteReport<Made>> {
  if (invocation.flags.fork) {
    const outcome = await rewriteCopy(disk, patient, how)
    if (outcome === undefined) throw cannotBeCopied(patient)
    const { copy, ...copied } = must(outcome)
    return { ...copied, copy }
  }
  const outcome = await whileBusy(disk, patienceOf(invocation), () => rewriteInPlace(disk, patient, how))
  if (!outcome.ok) throw withHint(outcome.error, invocation, patient, how.command)
  const { mended, replaced } = outcome.value
  const { resume } = mended.before.session
  return replaced.state === 'replaced'
    ? { mended, resume, operation: replaced.operation, carried: replaced.carried }
    : { mended, resume }
}

function chosen(invocation: Invocation, context: SessionContext, ways: string): JudgedSession {
  const [word, ...others] = invocation.words
  const { flags } = invocation
  const { last } = flags
  if (others.length > 0 || (last && word !== undefined)) {
    throw new CommandError('usage', `One session at a time: name it, or say ${ways}.`)
  }
  if (word !== undefined) return chooseSession(invocation, context, word)
  if (!last)
    throw new CommandError(
      'usage',
      `Name a session, or say ${ways}.`,
      `mortise sessions${sameSessions(flags)}`,
    )
  const newest = newestOf(context)
  if (newest === undefined)
    throw new CommandError(
      'not-a-session',
      'There is no session here.',
      `mortise doctor${sameSessions(flags)}`,
    )
  return newest
}

/** The session used last; one that can be gone on with rather than a subagent's. */
function newestOf(context: SessionContext): JudgedSession | undefined {
  let first: JudgedSession | undefined
  for (const found of findAll(context).found) {
    const patient = context.judge.look(found)
    first ??= patient
    if (patient.verdict?.resume !== undefined) return patient
  }
  return first
}

function whichLine(
  { store, verdict, target }: JudgedSession,
  { home }: SessionContext,
  flags: Flags,
  verb: string,
): string {
  // Said before anything happens: on a terminal somebody may still say no.
  const where = flags.fork ? `a copy is to be ${verb}` : `to be ${verb} in place`
  const what = flags['dry-run'] ? 'nothing will be written' : where
  const path = nearHome(target.path, home.folder)
  return `session: ${store.name} ${verdict?.id ?? ''} (${path}); ${what}`
}

/** Adds what can be done instead: the same to a copy, or later. */
function withHint(
  error: DiskError,
  { program, flags, words }: Invocation,
  patient: JudgedSession,
  command: string,
): DiskError {
  if (error.code !== 'live' && error.code !== 'locked') return error
  const home = sameSessions(flags)
  const goal = flags.budget === undefined ? '' : ` ${option('--budget', flags.budget)}`
  const share = flags.fraction === undefined ? '' : ` ${option('--fraction', flags.fraction)}`
  const policy = flags.policy === undefined ? '' : ` --policy ${flags.policy}`
  // Others may have the same id: the word that found this one finds it again.
  const name = quoteFile(words[0] ?? patient.target.path)
  const instead = patient.store.naming === undefined ? '--wait 30s' : '--fork'
  const hint = `${program} ${command} ${name}${goal}${share}${policy} ${instead}${home}`
  return new DiskError(error.code, error.message, error.exit, { hint, cause: error })
}

function cannotBeCopied({ store }: JudgedSession): CommandError {
  const which = store.tables === undefined ? `Sessions of ${store.title}` : 'Sessions in a database'
  return new CommandError('usage', `${which} cannot be copied under another id.`)
}
