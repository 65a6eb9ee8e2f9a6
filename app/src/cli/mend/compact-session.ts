import type { JudgedSession } from '../../sessions/judge/judge.ts'
import type { Rewrite } from '../../sessions/rewrite/rewrite.ts'
import { compactSession as make, type Smaller } from '../../stores/mend/compact.ts'
import { checkNames } from '../documents/choice.ts'
import { goalOf, sizes, stageLines } from '../documents/goal.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { quoteFile } from '../program/program.ts'
import { findingLines, isRefused } from '../screen/findings.ts'
import { count } from '../screen/printable.ts'
import { pasted } from '../screen/wrap.ts'
import { samePlace } from '../sessions/same-place.ts'
import { changeLines } from './change-lines.ts'
import { nextLines, type RewriteReport, reportAnswer } from './repair-lines.ts'
import { allowedBy } from './repair-session.ts'
import { rewriteSession } from './rewrite-session.ts'
import { headLine, type Setting } from './session-lines.ts'

/** Makes one session smaller where it is, or a copy of it; shows what it would do first. */
export function compactSession(invocation: Invocation): Promise<number> {
  const { flags } = invocation
  checkNames(flags)
  return rewriteSession(invocation, {
    verb: 'made smaller',
    ways: '`--last`',
    question: 'Make it smaller?',
    how: treatmentOf(invocation),
    isWorthIt: ({ changes, isSound }) => changes.length > 0 && isSound,
    planLines,
    reportLines: (patient, deed, home) => reportLines(invocation, patient, deed, home),
    answer: (patient, deed) => ({
      ...reportAnswer('compact', patient, deed, flags.api),
      ...sizesOf(deed.mended),
    }),
    exitOf,
  })
}

function treatmentOf({ flags, program }: Invocation): Rewrite<Smaller> {
  const goal = goalOf(flags, `${program} compact`)
  const options = { ...wishesOf(flags), goal }
  return {
    ...options,
    command: 'compact',
    allow: allowedBy(flags.force),
    make: (store, path, bytes) => make(store, path, bytes, options),
  }
}

function wishesOf({ api, tail }: Flags): Pick<Rewrite, 'api' | 'tail'> {
  return { ...(api === undefined ? {} : { api }), ...(tail === undefined ? {} : { tail }) }
}

function planLines(patient: JudgedSession, plan: Smaller, setting: Setting): readonly string[] {
  const { look } = setting
  return [
    headLine(patient, setting),
    ...(plan.report === undefined ? [] : stageLines(plan.report)),
    '',
    `Plan (${count(plan.changes.length, 'change')}):`,
    ...changeLines(plan, patient.store, look).map((line) => `  ${line}`),
    '',
  ]
}

function reportLines(
  invocation: Invocation,
  patient: JudgedSession,
  deed: RewriteReport<Smaller>,
  home: string,
): readonly string[] {
  const { look } = invocation.out
  const { mended, operation, isDry, isDeclined } = deed
  const { report, before } = mended
  const name = before.session.id
  const bad = look.paint('red', look.bad)
  if (isDeclined) return ['Nothing was changed.']
  if (before.session.readOnly !== undefined)
    return [`${bad} ${name} is left alone. ${before.session.readOnly}`]
  const stays = mended.left.filter(isRefused)
  if (report === undefined || !mended.isSound)
    return [
      `${bad} ${name} was not changed: ${count(stays.length, 'fault')} would be left`,
      ...findingLines(stays, look),
      pasted(
        '  mend it first: ',
        `${invocation.program} repair ${quoteFile(patient.target.path)}${samePlace(invocation.flags)}`,
      ),
    ]
  const mark = report.fits ? look.paint('green', look.good) : bad
  const size = sizes(report.after, report.before, 'of')
  const verdict = report.fits ? 'small enough' : 'not small enough, but no smaller one is accepted'
  if (mended.changes.length === 0)
    return [`${mark} ${name} is ${verdict} as it is: ${sizes(report.after, report.before, 'of')}`]
  if (isDry) return [`${mark} ${name} would be ${verdict}: ${size}; nothing was written`]
  return [
    `${mark} ${name} is ${verdict}: ${size} (operation ${operation})`,
    ...nextLines(invocation, deed, home).map((line) => `  ${line}`),
  ]
}

function sizesOf({ report }: Smaller): Readonly<Record<string, unknown>> {
  if (report === undefined) return { fits: false }
  const { fits, smallest, before, after, stages, wasRepaired } = report
  return { fits, ...(smallest === undefined ? {} : { smallest }), before, after, stages, wasRepaired }
}

function exitOf({ mended, isDeclined }: RewriteReport<Smaller>): number {
  if (mended.before.session.readOnly !== undefined) return exits.safety
  return !isDeclined && mended.isSound && mended.report?.fits === true ? exits.sound : exits.faults
}
