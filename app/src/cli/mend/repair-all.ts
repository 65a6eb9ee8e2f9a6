import { findAll, type SessionContext } from '../../sessions/find/context.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import { planRewrite } from '../../sessions/rewrite/rewrite.ts'
import { undoRunLines } from '../history/undo-run.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, describeFailure, exits } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { must } from '../program/must.ts'
import { count } from '../screen/printable.ts'
import { progressOf } from '../screen/progress.ts'
import { pasted } from '../screen/wrap.ts'
import { contextOf } from '../sessions/context.ts'
import { sameSessions } from '../sessions/same-place.ts'
import { namesOf } from '../sessions/session-names.ts'
import { reportLines, reportMembers } from './repair-lines.ts'
import { exitOf, treatmentOf } from './repair-session.ts'
import { carryOut } from './rewrite-session.ts'
import { headLine } from './session-lines.ts'

/** Mends every session that will be refused; one that cannot be mended does not keep the others from it. */
export async function repairAll(invocation: Invocation): Promise<number> {
  const { flags, words, out, story } = invocation
  if (words.length > 0 || flags.last) throw new CommandError('usage', '`--all` takes no session beside it.')
  if (!flags.yes && !flags['dry-run']) {
    throw new CommandError(
      'usage',
      '`--all` changes every broken session: say `--yes`, or see first what would be done.',
      `${invocation.program} repair --all --dry-run${sameSessions(flags)}`,
    )
  }
  const context = contextOf(flags)
  const broken = brokenIn(invocation, context)
  story.tell(`sessions: ${count(broken.length, 'broken one')}; ${howWords(flags)}`)
  const answers: unknown[] = []
  let exit: number = exits.sound
  let changed = 0
  for (const patient of broken) {
    const { members, lines, code, isChanged } = await mendOne(invocation, context, patient, broken.length > 1)
    if (isChanged) changed++
    answers.push(members)
    exit = Math.max(exit, code)
    if (!flags.json) out.tell(lines)
  }
  if (flags.json) out.json({ ...answerHead('repair', { kind: 'sessions' }), sessions: answers })
  else if (broken.length === 0) out.tell(`${out.look.paint('green', out.look.good)} nothing to mend`)
  else if (broken.length > 1) out.tell(undoRunLines(invocation, changed))
  return exit
}

function howWords({ fork, 'dry-run': isDry }: Flags): string {
  if (isDry) return 'nothing will be written'
  return fork ? 'a copy of each is to be mended' : 'each is to be mended in place'
}

function brokenIn(invocation: Invocation, context: SessionContext): readonly JudgedSession[] {
  const { found } = findAll(context)
  const progress = progressOf(invocation, 'looking at sessions', found.length)
  const patients = found.map((each) => {
    progress.step()
    return context.judge.look(each)
  })
  progress.end()
  context.index.save()
  return patients.filter(({ health }) => health === 'broken')
}

interface Outcome {
  readonly members: unknown
  readonly lines: readonly string[]
  readonly code: number
  readonly isChanged: boolean
}

async function mendOne(
  invocation: Invocation,
  context: SessionContext,
  patient: JudgedSession,
  isOfMany: boolean,
): Promise<Outcome> {
  const { look } = invocation.out
  const names = namesOf(invocation, [patient], { areElsewhere: false, areSome: true })
  const home = context.home.folder
  try {
    const how = treatmentOf(invocation.flags)
    const deed = invocation.flags['dry-run']
      ? { mended: must(planRewrite(context.disk, patient, how)), isDry: true }
      : await carryOut(invocation, context, patient, how)
    const lines = reportLines(invocation, patient, deed, home, isOfMany)
    const isChanged = 'operation' in deed && deed.operation !== undefined
    return { members: reportMembers(patient, deed), lines, code: exitOf(deed), isChanged }
  } catch (thrown) {
    const { code, message, exit, hint } = describeFailure(thrown)
    // A bug is no answer about a session.
    if (exit === exits.bug) throw thrown
    const lines = [
      `${look.paint('red', look.bad)} ${headLine(patient, { look, names, home })}`,
      `  ${message}`,
      ...(hint === undefined ? [] : [pasted('  hint: ', hint)]),
    ]
    const members = { path: patient.target.path, error: { code, message } }
    return { members, lines, code: exit, isChanged: false }
  }
}
