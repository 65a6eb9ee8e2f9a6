import type { Finding } from '@mortise/core'
import { writerWords } from '../../answers/words.ts'
import { isRefused } from '../../documents/made.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import { callWords } from '../../sessions/judge/shown-words.ts'
import type { RewriteReport } from '../../sessions/rewrite/rewrite-one.ts'
import { mendState } from '../../sessions/rewrite/rewrite-state.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { quote, quoteFile } from '../program/program.ts'
import { findingLines } from '../screen/findings.ts'
import { count } from '../screen/printable.ts'
import { paragraph, pasted } from '../screen/wrap.ts'
import { samePlace } from '../sessions/same-place.ts'
import { nearHome } from '../sessions/session-names.ts'
import { changeLines } from './change-lines.ts'
import { findingLinesOf, headLine, type SessionScreen } from './session-lines.ts'

/** The faults of a session, and the plan of its repair. */
export function planLines(
  session: JudgedSession,
  plan: Mended,
  screen: SessionScreen,
  api: string | undefined,
): readonly string[] {
  const { style } = screen
  return [
    `${plan.before.found.some(isRefused) ? style.paint('red', style.bad) : style.paint('yellow', style.advice)} ${headLine(session, screen)}`,
    ...(session.verdict === undefined
      ? []
      : findingLinesOf(session, screen, plan.before.found, api, wordsIn(plan))
    ).map((line) => `  ${line}`),
    '',
    `Plan (${count(plan.changes.length, 'change')}):`,
    ...changeLines(plan, style).map((line) => `  ${line}`),
    '',
  ]
}

/** The words of the call of a finding: in its own record, or else in another one. */
function wordsIn({
  before: { entries, store },
}: Mended): (id: string, finding: Finding) => string | undefined {
  return (id, { at: [index] }) => {
    const own = typeof index === 'number' ? entries.slice(index, index + 1) : []
    const messages = [...own, ...entries].map(({ value }) => store.messageIn(value)?.message)
    return callWords(id, messages, store)
  }
}

/** The outcome of a repair and the next command to type; a run over many files says once how to undo it. */
export function reportLines(
  invocation: Invocation,
  session: JudgedSession,
  report: RewriteReport,
  home: string,
  isOfMany = false,
): readonly string[] {
  const { style } = invocation.out
  const good = style.paint('green', style.good)
  const bad = style.paint('red', style.bad)
  const { made, operation } = report
  const left = made.left.filter(isRefused)
  const name = made.before.session.id
  switch (mendState(report)) {
    case 'declined':
      return ['Nothing was changed.']
    case 'read-only':
      return [`${bad} ${name} is left alone. ${made.before.session.readOnly}`]
    case 'faults-left':
      return [
        `${bad} ${name} ${wouldBe(invocation, report)}: ${count(left.length, 'fault')} would be left`,
        ...findingLines(left, style),
        ...wayLines(invocation, made),
      ]
    case 'unchanged':
      return [`${good} ${name} is sound: nothing to mend`]
    case 'planned':
      return [`${good} ${name} would be mended; nothing was written${liveNote(session)}`]
    case 'in-part':
      return [
        `${bad} ${name} ${report.copy === undefined ? 'is mended' : 'stays as it is, and a copy is written, mended'} in part: ${count(left.length, 'fault')} left (operation ${operation})`,
        ...nextLines(invocation, report, home, isOfMany).map((line) => `  ${line}`),
      ]
    case 'rewritten':
      return [
        `${good} ${name} ${report.copy === undefined ? 'is mended' : 'stays as it is, and a mended copy is written'}; checked again, nothing will be refused (operation ${operation})`,
        ...nextLines(invocation, report, home, isOfMany).map((line) => `  ${line}`),
      ]
  }
}

/** A dry run with `--partial` may change a session and leave faults. */
function wouldBe({ flags }: Invocation, { made, isDry }: RewriteReport): string {
  const isInPart = isDry && flags.partial === true && made.changes.length > 0
  return isInPart ? 'would be mended in part' : 'was not changed'
}

/** Other flags to try where faults would be left. */
function wayLines({ flags: { partial, policy } }: Invocation, { changes }: Mended): readonly string[] {
  const ways = [
    ...(partial || changes.length === 0 ? [] : ['mend the rest of it with --partial']),
    ...(policy === 'drop' ? [] : ['take out what cannot be mended with --policy drop']),
  ]
  return ways.length === 0 ? [] : [`  ${ways.join(', or ')}`]
}

/** The commands to type next, and what to know before. */
export function nextLines(
  { program, flags }: Invocation,
  report: RewriteReport,
  home: string,
  isOfMany = false,
): readonly string[] {
  const { made, operation, resume, copy, carried = 0 } = report
  const { folder, reopening } = made.before.session
  const where = samePlace(flags)
  const isAnswered = made.before.found.some((each) => each.rule === 'call-without-result' && isRefused(each))
  const go = folder === undefined ? resume : `cd ${quoteFile(folder)} && ${resume}`
  return [
    ...(copy === undefined ? [] : [`copy:   ${nearHome(copy.path, home)}`]),
    ...(carried > 0 ? [`${count(carried, 'byte')} written meanwhile were kept`] : []),
    ...(isAnswered ? ['The tool may or may not have run: check before you repeat it.'] : []),
    ...(resume === undefined ? [] : [pasted('resume: ', go ?? '')]),
    ...(resume === undefined && reopening !== undefined ? [paragraph('go on:  ', reopening)] : []),
    ...(isOfMany ? [] : [pasted('undo:   ', `${program} undo ${quote(operation ?? '')}${where}`)]),
  ]
}

function liveNote({ live }: JudgedSession): string {
  return live.state === 'live' ? `; ${writerWords(live)}, so that it would be left alone` : ''
}

/** The members about one session in a JSON answer. */
export function reportMembers(
  { store, profile, target }: JudgedSession,
  report: RewriteReport,
): Readonly<Record<string, unknown>> {
  const { made, operation, copy, resume } = report
  return {
    agent: store.name,
    ...(profile === undefined ? {} : { profile }),
    path: target.path,
    id: made.before.session.id,
    found: made.before.found,
    changed: operation !== undefined,
    changes: made.changes,
    left: made.left,
    operation: operation ?? null,
    ...(copy === undefined ? {} : { copy: { id: copy.id, path: copy.path } }),
    ...(resume === undefined ? {} : { resume }),
  }
}

/** The answer of a command about one session, which was judged as its own API would or as the one named. */
export function reportAnswer(
  command: string,
  session: JudgedSession,
  report: RewriteReport,
  api: string = report.made.before.session.api,
): Readonly<Record<string, unknown>> {
  const { path, ...members } = reportMembers(session, report)
  const target = { kind: 'session', path: String(path), format: session.store.format.name }
  return { ...answerHead(command, { ...target, api }), ...members }
}
