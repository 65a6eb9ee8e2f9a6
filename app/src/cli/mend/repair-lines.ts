import type { JudgedSession } from '../../sessions/judge/judge.ts'
import type { Copy } from '../../sessions/rewrite/copy.ts'
import type { Mended } from '../../stores/mend/mend.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { quote, quoteFile } from '../program/program.ts'
import { findingLines, isRefused } from '../screen/findings.ts'
import { count } from '../screen/printable.ts'
import { pasted } from '../screen/wrap.ts'
import { samePlace } from '../sessions/same-place.ts'
import { nearHome } from '../sessions/session-names.ts'
import { changeLines } from './change-lines.ts'
import { findingLinesOf, headLine, type Setting, writerWords } from './session-lines.ts'

/** What was done about a session, or would be. */
export interface RewriteReport<Made extends Mended = Mended> {
  readonly mended: Made
  /** The operation that can be undone; none where nothing was written. */
  readonly operation?: string
  /** How many bytes the agent wrote meanwhile, which were kept. */
  readonly carried?: number
  readonly copy?: Copy
  readonly resume?: string | undefined
  readonly isDry?: boolean
  readonly isDeclined?: boolean
}

/** What is wrong with a session and what would be done about it. */
export function planLines(
  patient: JudgedSession,
  plan: Mended,
  setting: Setting,
  api: string | undefined,
): readonly string[] {
  const { look } = setting
  return [
    `${look.paint('red', look.bad)} ${headLine(patient, setting)}`,
    ...(patient.verdict === undefined
      ? []
      : findingLinesOf(patient, setting, plan.before.found, api, plan.before.entries)
    ).map((line) => `  ${line}`),
    '',
    `Plan (${count(plan.changes.length, 'change')}):`,
    ...changeLines(plan, patient.store, look).map((line) => `  ${line}`),
    '',
  ]
}

/** The outcome of a repair and the next command to type; a run over many files says once how to take it back. */
export function reportLines(
  invocation: Invocation,
  patient: JudgedSession,
  deed: RewriteReport,
  home: string,
  isOfMany = false,
): readonly string[] {
  const { look } = invocation.out
  const good = look.paint('green', look.good)
  const bad = look.paint('red', look.bad)
  const { mended, operation, isDry, isDeclined } = deed
  const stays = mended.left.filter(isRefused)
  const name = mended.before.session.id
  if (isDeclined) return ['Nothing was changed.']
  if (operation === undefined && mended.before.session.readOnly !== undefined && stays.length > 0)
    return [`${bad} ${name} is left alone. ${mended.before.session.readOnly}`]
  const isInPart = isDry && invocation.flags.partial === true && mended.changes.length > 0
  if (operation === undefined && stays.length > 0 && !(isDry && mended.isSound))
    return [
      `${bad} ${name} ${isInPart ? 'would be mended in part' : 'was not changed'}: ${count(stays.length, 'fault')} would be left`,
      ...findingLines(stays, look),
      ...wayLines(invocation, mended),
    ]
  if (mended.changes.length === 0) return [`${good} ${name} is sound: nothing to mend`]
  if (isDry) return [`${good} ${name} would be mended; nothing was written${liveNote(patient)}`]
  const whole = deed.copy === undefined ? 'is mended' : 'stays as it is, and a mended copy is written'
  const part = deed.copy === undefined ? 'is mended' : 'stays as it is, and a copy is written, mended'
  const what =
    stays.length > 0
      ? `${part} in part: ${count(stays.length, 'fault')} left`
      : `${whole}; checked again, nothing will be refused`
  return [
    `${stays.length > 0 ? bad : good} ${name} ${what} (operation ${operation})`,
    ...nextLines(invocation, deed, home, isOfMany).map((line) => `  ${line}`),
  ]
}

/** What else can be tried where something would be left. */
function wayLines({ flags: { partial, policy } }: Invocation, { changes }: Mended): readonly string[] {
  const ways = [
    ...(partial || changes.length === 0 ? [] : ['mend the rest of it with --partial']),
    ...(policy === 'drop' ? [] : ['take out what cannot be mended with --policy drop']),
  ]
  return ways.length === 0 ? [] : [`  ${ways.join(', or ')}`]
}

/** What to type next, and what to know. */
export function nextLines(
  { program, flags }: Invocation,
  deed: RewriteReport,
  home: string,
  isOfMany = false,
): readonly string[] {
  const { mended, operation, resume, copy, carried = 0 } = deed
  const { folder } = mended.before.session
  const where = samePlace(flags)
  const isAnswered = mended.before.found.some(
    (each) => each.rule === 'call-without-result' && isRefused(each),
  )
  const go = folder === undefined ? resume : `cd ${quoteFile(folder)} && ${resume}`
  return [
    ...(copy === undefined ? [] : [`copy:   ${nearHome(copy.path, home)}`]),
    ...(carried > 0 ? [`${count(carried, 'byte')} written meanwhile were kept`] : []),
    ...(isAnswered ? ['The tool may or may not have run: check before you repeat it.'] : []),
    ...(resume === undefined ? [] : [pasted('resume: ', go ?? '')]),
    ...(isOfMany ? [] : [pasted('undo:   ', `${program} undo ${quote(operation ?? '')}${where}`)]),
  ]
}

function liveNote({ live }: JudgedSession): string {
  return live.state === 'live' ? `; ${writerWords(live)}, so that it would be left alone` : ''
}

/** The members about one session in a JSON answer. */
export function reportMembers(
  { store, profile, target }: JudgedSession,
  deed: RewriteReport,
): Readonly<Record<string, unknown>> {
  const { mended, operation, copy, resume } = deed
  return {
    agent: store.name,
    ...(profile === undefined ? {} : { profile }),
    path: target.path,
    id: mended.before.session.id,
    found: mended.before.found,
    changed: operation !== undefined,
    changes: mended.changes,
    left: mended.left,
    operation: operation ?? null,
    ...(copy === undefined ? {} : { copy: { id: copy.id, path: copy.path } }),
    ...(resume === undefined ? {} : { resume }),
  }
}

/** The answer of a command about one session, which was judged as its own API would or as the one named. */
export function reportAnswer(
  command: string,
  patient: JudgedSession,
  deed: RewriteReport,
  api: string = deed.mended.before.session.api,
): Readonly<Record<string, unknown>> {
  const { path, ...members } = reportMembers(patient, deed)
  const target = { kind: 'session', path: String(path), format: patient.store.format.name }
  return { ...answerHead(command, { ...target, api }), ...members }
}
