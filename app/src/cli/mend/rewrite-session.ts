import { newestSession } from '../../sessions/find/choose.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import { planDigest, type Rewrite } from '../../sessions/rewrite/rewrite.ts'
import { type RewriteReport, rewriteOne } from '../../sessions/rewrite/rewrite-one.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import type { Invocation } from '../program/command.ts'
import { canAsk, confirm } from '../program/confirm.ts'
import { CommandError, exits } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { type Interruption, stopOnInterrupt } from '../program/interruption.ts'
import { optionsOf } from '../program/options.ts'
import { quote } from '../program/program.ts'
import { showWhile } from '../screen/progress.ts'
import { contextOf } from '../sessions/context.ts'
import { sameSessions } from '../sessions/same-place.ts'
import { chooseSession } from '../sessions/session-choice.ts'
import { namesOf, nearHome } from '../sessions/session-names.ts'
import { patienceOf } from './patience.ts'
import { reportOf } from './rewrite-failure.ts'
import type { SessionScreen } from './session-lines.ts'

/** The words of a command that rewrites one session. */
export interface RewriteCommand<Made extends Mended> {
  /** The past participle for screens: `mended`. */
  readonly verb: string
  /** The same while it is under way: `mending`. */
  readonly doing: string
  /** The flags that choose a session without naming it: `--last`. */
  readonly ways: string
  /** The question before the session is changed. */
  readonly question: string
  readonly how: Rewrite<Made>
  planLines(session: JudgedSession, made: Made, screen: SessionScreen): readonly string[]
  reportLines(session: JudgedSession, report: RewriteReport<Made>, home: string): readonly string[]
  answer(session: JudgedSession, report: RewriteReport<Made>): object
  exitOf(report: RewriteReport<Made>): number
}

/** Rewrites one session in place, or a copy of it; shows the plan first. */
export async function rewriteSession<Made extends Mended>(
  invocation: Invocation,
  command: RewriteCommand<Made>,
): Promise<number> {
  const { flags, story, out } = invocation
  const context = contextOf(flags)
  const session = chosen(invocation, context, command.ways)
  context.index.save()
  if (session.problem !== undefined) throw session.problem
  story.tell(whichLine(session, context, flags, command.verb))
  const home = context.home.folder
  const { isDry, isFork } = optionsOf(flags)
  let stop: Interruption | undefined
  const onPlan = async (made: Made): Promise<boolean> => {
    const names = namesOf(invocation, [session], { areElsewhere: false, areSome: true })
    if (!flags.json) out.tell(command.planLines(session, made, { style: out.style, names, home }))
    const isAgreed = await agreed(invocation, command.question)
    // Planning does not wait for anything: a Ctrl-C from then is heard here, and ends the command.
    await new Promise((resolve) => setImmediate(resolve))
    stop = stopOnInterrupt(invocation)
    return isAgreed
  }
  const patience = patienceOf(invocation)
  const title = `${command.doing} ${session.verdict?.id ?? 'the session'}`
  const how: Rewrite<Made> = {
    ...command.how,
    make: (opened) => showWhile(invocation, title, opened.bytes.length, () => command.how.make(opened)),
  }
  const options = { isDry, isFork, patience, onPlan, plan: flags.plan }
  const outcome = await rewriteOne(context, session, how, options)
  const report = reportOf(outcome, invocation, session, command.how.command)
  if (flags.json) out.json({ ...command.answer(session, report), plan: planDigest(report.made) })
  else out.tell(command.reportLines(session, report, home))
  return stop?.isStopped ? exits.interrupted : command.exitOf(report)
}

/** Asks whether to go on; if nobody can be asked, somebody has to have said `--yes`, or which plan. */
async function agreed({ flags, program }: Invocation, question: string): Promise<boolean> {
  if (flags['dry-run'] || flags.yes || flags.plan !== undefined) return true
  if (canAsk() && !flags.json) return confirm(flags.fork ? 'Write the copy?' : question)
  const line = process.argv.slice(2).map(quote).join(' ')
  throw new CommandError(
    'usage',
    'Nothing was changed: nobody can be asked here, so say `--yes`.',
    `${program} ${line} --yes`,
  )
}

function chosen(invocation: Invocation, context: SessionContext, ways: string): JudgedSession {
  const [word, ...others] = invocation.words
  const { flags } = invocation
  if (others.length > 0 || (flags.last && word !== undefined))
    throw new CommandError('usage', `One session at a time: name it, or say ${ways}.`)
  if (word !== undefined) return chooseSession(invocation, context, word, context.open)
  if (!flags.last)
    throw new CommandError(
      'usage',
      `Name a session, or say ${ways}.`,
      `mortise sessions${sameSessions(flags)}`,
    )
  const newest = newestSession(context, context.open)
  if (newest !== undefined) return newest
  throw new CommandError('not-a-session', 'There is no session here.', `mortise doctor${sameSessions(flags)}`)
}

// Said before anything happens: on a terminal somebody may still say no.
function whichLine(
  { store, verdict, target }: JudgedSession,
  { home }: SessionContext,
  flags: Flags,
  verb: string,
): string {
  const { isDry, isFork } = optionsOf(flags)
  const where = isFork ? `a copy is to be ${verb}` : `to be ${verb} in place`
  const plan = isDry ? 'nothing will be written' : where
  const path = nearHome(target.path, home.folder)
  return `session: ${store.name} ${verdict?.id ?? ''} (${path}); ${plan}`
}
