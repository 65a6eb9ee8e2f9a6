import type { DiskError } from '../../disk/index.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import { brokenSessions, type MendedOne, mendEach } from '../../sessions/rewrite/mend-many.ts'
import { mendState } from '../../sessions/rewrite/rewrite-state.ts'
import { undoRunLines } from '../history/undo-run.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, describeFailure, exits, isExpected } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { given } from '../program/given.ts'
import { stopOnInterrupt, tellStopped } from '../program/interruption.ts'
import { optionsOf } from '../program/options.ts'
import { count } from '../screen/printable.ts'
import { progressOf } from '../screen/progress.ts'
import { pasted } from '../screen/wrap.ts'
import { contextOf } from '../sessions/context.ts'
import { noAgentLines } from '../sessions/no-agent-lines.ts'
import { sameSessions } from '../sessions/same-place.ts'
import { namesOf } from '../sessions/session-names.ts'
import { patienceOf } from './patience.ts'
import { reportLines, reportMembers } from './repair-lines.ts'
import { repairRewrite } from './repair-session.ts'
import { reportOf, rewriteExits } from './rewrite-failure.ts'
import { headLine } from './session-lines.ts'

/** Mends every session that will be refused; one that cannot be mended does not keep the others from it. */
export async function repairAll(invocation: Invocation): Promise<number> {
  const { flags, out, story } = invocation
  refuseUnsaid(invocation)
  const context = contextOf(flags)
  const watch = (total: number) => progressOf(invocation, 'looking at sessions', total)
  const { areThere, broken, unread } = brokenSessions(context, watch)
  if (broken.length > 0) story.tell(`sessions: ${count(broken.length, 'broken one')}; ${howWords(flags)}`)
  const { isDry, isFork } = optionsOf(flags)
  const stop = stopOnInterrupt(invocation)
  const options = { isDry, isFork, patience: patienceOf(invocation), isStopped: () => stop.isStopped }
  const rows = unread.map((error) => unreadRow(invocation, error))
  if (!flags.json) for (const { lines } of rows) out.tell(lines)
  const progress = progressOf(invocation, 'mending sessions', broken.length)
  for await (const some of mendEach(context, broken, repairRewrite(flags), options)) {
    const own = some.map((one) => rowOf(invocation, context, one, broken.length > 1))
    rows.push(...own)
    if (!flags.json) out.tell(own.flatMap(({ lines }) => lines))
    progress.step(own.length, {
      bytes: some.reduce((sum, { session }) => sum + session.target.stat.size, 0),
      failed: own.filter(({ exit }) => exit !== exits.sound).length,
    })
  }
  progress.end()
  const changed = rows.filter(({ isChanged }) => isChanged).length
  const done = rows.length - unread.length
  if (flags.json)
    out.json({ ...answerHead('repair', { kind: 'sessions' }), sessions: rows.map(({ members }) => members) })
  else if (rows.length === 0 && !areThere) out.tell(noAgentLines(invocation, context))
  else if (rows.length === 0 && !stop.isStopped)
    out.tell(`${out.style.paint('green', out.style.good)} nothing to mend`)
  else if (broken.length > 1 && !stop.isStopped) out.tell(undoRunLines(invocation, changed))
  if (done < broken.length) return tellStopped(invocation, done, broken.length, changed)
  return rows.reduce((worst, { exit }) => Math.max(worst, exit), exits.sound as number)
}

/** Refuses a session beside `--all`, and a change of everything that nobody has agreed to. */
function refuseUnsaid({ flags, words, program }: Invocation): void {
  if (words.length > 0 || flags.last) throw new CommandError('usage', '`--all` takes no session beside it.')
  if (flags.yes || flags['dry-run']) return
  throw new CommandError(
    'usage',
    '`--all` changes every broken session: say `--yes`, or see first what would be done.',
    `${program} repair --all --dry-run${sameSessions(flags)}`,
  )
}

function howWords(flags: Flags): string {
  const { isDry, isFork } = optionsOf(flags)
  if (isDry) return 'nothing will be written'
  return isFork ? 'a copy of each is to be mended' : 'each is to be mended in place'
}

/** One session on the screen and in the JSON answer. */
interface Row {
  readonly members: unknown
  readonly lines: readonly string[]
  readonly exit: number
  readonly isChanged: boolean
}

function rowOf(
  invocation: Invocation,
  context: SessionContext,
  { session, outcome }: MendedOne,
  isOfMany: boolean,
): Row {
  try {
    const report = reportOf(outcome, invocation, session, 'repair')
    return {
      members: reportMembers(session, report),
      lines: reportLines(invocation, session, report, context.home.folder, isOfMany),
      exit: rewriteExits[mendState(report)],
      isChanged: report.operation !== undefined,
    }
  } catch (thrown) {
    if (!isExpected(thrown)) throw thrown
    return failedRow(invocation, context, session, thrown)
  }
}

/** A session or a place that cannot be read, in one line. */
function unreadRow({ out: { style } }: Invocation, { code, message, exit, path }: DiskError): Row {
  const lines = [`${style.paint('yellow', style.advice)} ${message}`]
  return { members: { ...given({ path }), error: { code, message } }, lines, exit, isChanged: false }
}

function failedRow(
  invocation: Invocation,
  { home }: SessionContext,
  session: JudgedSession,
  thrown: unknown,
): Row {
  const { code, message, exit, hint } = describeFailure(thrown)
  const { style } = invocation.out
  const names = namesOf(invocation, [session], { areElsewhere: false, areSome: true })
  const lines = [
    `${style.paint('red', style.bad)} ${headLine(session, { style, names, home: home.folder })}`,
    `  ${message}`,
    ...(hint === undefined ? [] : [pasted('  hint: ', hint)]),
  ]
  return { members: { path: session.target.path, error: { code, message } }, lines, exit, isChanged: false }
}
