import { isRefused } from '../../documents/made.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import { compactRewrite, type Rewrite } from '../../sessions/rewrite/rewrite.ts'
import type { RewriteReport } from '../../sessions/rewrite/rewrite-one.ts'
import { compactState } from '../../sessions/rewrite/rewrite-state.ts'
import type { Smaller } from '../../stores/mend/compact.ts'
import { checkNames } from '../documents/choice.ts'
import { goalOf, sizeSentence, stageLines } from '../documents/goal.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import { optionsOf } from '../program/options.ts'
import { quoteFile } from '../program/program.ts'
import { findingLines } from '../screen/findings.ts'
import { count } from '../screen/printable.ts'
import { pasted } from '../screen/wrap.ts'
import { samePlace } from '../sessions/same-place.ts'
import { changeLines } from './change-lines.ts'
import { nextLines, reportAnswer } from './repair-lines.ts'
import { rewriteExits } from './rewrite-failure.ts'
import { rewriteSession } from './rewrite-session.ts'
import { headLine, type SessionScreen } from './session-lines.ts'

/** Makes one session smaller in place, or a copy of it; shows the plan first. */
export function compactSession(invocation: Invocation): Promise<number> {
  const { flags } = invocation
  checkNames(flags)
  return rewriteSession(invocation, {
    verb: 'made smaller',
    doing: 'making smaller:',
    ways: '`--last`',
    question: 'Make it smaller?',
    how: rewriteFor(invocation),
    planLines,
    reportLines: (session, report, home) => reportLines(invocation, session, report, home),
    answer: (session, report) => ({
      ...reportAnswer('compact', session, report, flags.api),
      ...sizesOf(report.made),
    }),
    exitOf,
  })
}

function rewriteFor({ flags, program }: Invocation): Rewrite<Smaller> {
  const { judging, allow } = optionsOf(flags)
  return compactRewrite({ command: 'compact', allow, ...judging, goal: goalOf(flags, `${program} compact`) })
}

function planLines(session: JudgedSession, plan: Smaller, screen: SessionScreen): readonly string[] {
  const { style } = screen
  return [
    headLine(session, screen),
    ...(plan.report === undefined ? [] : stageLines(plan.report)),
    '',
    `Plan (${count(plan.changes.length, 'change')}):`,
    ...changeLines(plan, style).map((line) => `  ${line}`),
    '',
  ]
}

function reportLines(
  invocation: Invocation,
  session: JudgedSession,
  report: RewriteReport<Smaller>,
  home: string,
): readonly string[] {
  const { style } = invocation.out
  const { made, operation } = report
  const name = made.before.session.id
  const bad = style.paint('red', style.bad)
  const state = compactState(report)
  if (state === 'declined') return ['Nothing was changed.']
  if (state === 'read-only') return [`${bad} ${name} is left alone. ${made.before.session.readOnly}`]
  if (made.report === undefined || state === 'faults-left') return leftLines(invocation, session, made)
  const { fits } = made.report
  const sign = fits ? style.paint('green', style.good) : bad
  const repairs = made.changes.length === 0 ? 0 : made.before.found.filter(isRefused).length
  const size = sizeSentence(made.report, goalOf(invocation.flags, invocation.program), repairs)
  const verdict = fits ? 'small enough' : 'not small enough, and the API accepts no smaller version'
  if (state === 'unchanged') return [`${sign} ${name} is ${verdict}${fits ? ' as it is' : ''}: ${size}`]
  if (state === 'planned') return [`${sign} ${name} would be ${verdict}: ${size}; nothing was written`]
  return [
    `${sign} ${name} is ${verdict}: ${size} (operation ${operation})`,
    ...nextLines(invocation, report, home).map((line) => `  ${line}`),
  ]
}

/** The faults that keep a session from being made smaller, and the command that mends it. */
function leftLines(
  { out: { style }, program, flags }: Invocation,
  { target }: JudgedSession,
  { before, left }: Smaller,
): readonly string[] {
  const faults = left.filter(isRefused)
  return [
    `${style.paint('red', style.bad)} ${before.session.id} was not changed: ${count(faults.length, 'fault')} would be left`,
    ...findingLines(faults, style),
    pasted('  mend it first: ', `${program} repair ${quoteFile(target.path)}${samePlace(flags)}`),
  ]
}

function sizesOf({ report }: Smaller): Readonly<Record<string, unknown>> {
  if (report === undefined) return { fits: false }
  const { fits, smallest, before, after, stages, wasRepaired } = report
  return { fits, ...(smallest === undefined ? {} : { smallest }), before, after, stages, wasRepaired }
}

function exitOf(report: RewriteReport<Smaller>): number {
  const exit = rewriteExits[compactState(report)]
  return exit === exits.sound && report.made.report?.fits !== true ? exits.faults : exit
}
