import { type Allowed, DiskError, liveFailure } from '../disk/index.ts'
import type { Patient } from '../sessions/judge.ts'
import { mendCopy, mendInPlace, planMending, type Treatment } from '../sessions/mend.ts'
import type { Mended } from '../stores/mend.ts'
import { checkNames } from './choice.ts'
import type { Invocation } from './command.ts'
import { canAsk, confirm } from './confirm.ts'
import { CommandError, exits } from './failure.ts'
import { isRefused } from './findings.ts'
import type { Flags } from './flags.ts'
import { printable } from './printable.ts'
import { quoteFile } from './program.ts'
import { type Deed, deedAnswer, deedLines, planLines } from './repair-lines.ts'
import { chooseSession } from './session-choice.ts'
import { namesOf, nearHome } from './session-names.ts'
import { findAll, type Ward, wardOf } from './ward.ts'

/** Mends one session where it is, or a copy of it; shows what it would do first. */
export async function repairSession(invocation: Invocation): Promise<number> {
  const { flags, words, story } = invocation
  checkNames(flags)
  if (flags.all) return (await import('./repair-all.ts')).repairAll(invocation)
  const ward = wardOf(flags)
  const patient = chosen(invocation, ward, words)
  ward.index.save()
  if (patient.problem !== undefined) throw patient.problem
  story.write(`${whichLine(patient, ward, flags)}\n`)
  const how = treatmentOf(flags)
  const plan = must(planMending(ward.disk, patient, how))
  const isToBeDone = isWorthIt(plan, flags)
  const setting = {
    look: invocation.out.look,
    names: namesOf(invocation, [patient], { areElsewhere: false, areSome: true }),
    home: ward.home.folder,
  }
  const tell = (lines: readonly string[]): void => {
    if (!flags.json) for (const line of lines) invocation.out.write(`${line}\n`)
  }
  if (isToBeDone) {
    refuseInVain(invocation, patient)
    tell(planLines(patient, plan, setting))
  }
  const isAsked = isToBeDone && !flags['dry-run'] && !flags.yes && !flags.json && canAsk()
  const isRefusedByUser = isAsked && !(await confirm(flags.fork ? 'Write the copy?' : 'Mend it?'))
  const deed: Deed =
    !isToBeDone || flags['dry-run'] || isRefusedByUser
      ? { mended: plan, isDry: flags['dry-run'] === true, isDeclined: isRefusedByUser }
      : await carryOut(invocation, ward, patient, how)
  tell(deedLines(invocation, patient, deed, ward.home.folder))
  if (flags.json) invocation.out.write(`${JSON.stringify(deedAnswer(patient, deed))}\n`)
  return exitOf(deed)
}

/** Says what cannot be done before anybody is asked about it. */
function refuseInVain(invocation: Invocation, patient: Patient): void {
  const { fork, 'dry-run': isDry } = invocation.flags
  const { live, target, store } = patient
  if (fork && store.naming === undefined) throw cannotBeCopied(patient)
  if (fork || isDry || live.state !== 'live') return
  throw withHint(liveFailure(target.path, live), invocation, patient)
}

/** What the flags say about how to mend. */
export function treatmentOf({ api, policy, tail, partial, force }: Flags): Treatment {
  const allow: readonly Allowed[] = force ? ['other-owner', 'hard-linked'] : []
  return {
    command: 'repair',
    allow,
    isPartial: partial === true,
    ...(api === undefined ? {} : { api }),
    ...(policy === undefined ? {} : { policy }),
    ...(tail === undefined ? {} : { tail }),
  }
}

/** Mends a session, or a copy; what keeps it from that is thrown. */
export async function carryOut(
  invocation: Invocation,
  { disk }: Ward,
  patient: Patient,
  how: Treatment,
): Promise<Deed> {
  if (invocation.flags.fork) {
    const outcome = await mendCopy(disk, patient, how)
    if (outcome === undefined) throw cannotBeCopied(patient)
    const { copy, ...copied } = must(outcome)
    return { ...copied, copy }
  }
  const outcome = await mendInPlace(disk, patient, how)
  if (!outcome.ok) throw withHint(outcome.error, invocation, patient)
  const { mended, replaced } = outcome.value
  const { resume } = mended.before.session
  return replaced.state === 'replaced'
    ? { mended, resume, operation: replaced.operation, carried: replaced.carried }
    : { mended, resume }
}

/** The exit code of what was done, or not done. */
export function exitOf({ mended, isDeclined }: Deed): number {
  const isKept = mended.before.session.readOnly !== undefined && mended.left.some(isRefused)
  if (isKept) return exits.safety
  return isDeclined || mended.left.some(isRefused) ? exits.faults : exits.sound
}

/** Whether something would change, and may. */
function isWorthIt({ before, changes, isSound }: Mended, { partial }: Flags): boolean {
  return changes.length > 0 && before.session.readOnly === undefined && (isSound || partial === true)
}

function chosen(invocation: Invocation, ward: Ward, words: readonly string[]): Patient {
  const [word, ...others] = words
  const { last } = invocation.flags
  if (others.length > 0 || (last && word !== undefined)) {
    throw new CommandError('usage', 'One session at a time: name it, or say `--last` or `--all`.')
  }
  if (word !== undefined) return chooseSession(invocation, ward, word)
  if (!last)
    throw new CommandError('usage', 'Name a session, or say `--last` or `--all`.', 'mortise sessions')
  const newest = newestOf(ward)
  if (newest === undefined)
    throw new CommandError('not-a-session', 'There is no session here.', 'mortise doctor')
  return newest
}

/** The session used last; one that can be gone on with rather than a subagent's. */
function newestOf(ward: Ward): Patient | undefined {
  let first: Patient | undefined
  for (const found of findAll(ward).found) {
    const patient = ward.judge.look(found)
    first ??= patient
    if (patient.judged?.resume !== undefined) return patient
  }
  return first
}

function whichLine({ store, judged, target }: Patient, { home }: Ward, flags: Flags): string {
  const where = flags.fork ? 'a copy is mended' : 'it is mended in place'
  const what = flags['dry-run'] ? 'nothing is written' : where
  const path = nearHome(target.path, home.folder)
  return printable(`session: ${store.name} ${judged?.id ?? ''} (${path}); ${what}`)
}

function withHint(error: DiskError, { program, flags }: Invocation, patient: Patient): DiskError {
  if ((error.code !== 'live' && error.code !== 'locked') || patient.store.naming === undefined) return error
  const home = flags.home === undefined ? '' : ` --home ${quoteFile(flags.home)}`
  const hint = `${program} repair ${quoteFile(patient.judged?.id ?? patient.target.path)} --fork${home}`
  return new DiskError(error.code, error.message, error.exit, { hint, cause: error })
}

function cannotBeCopied({ store }: Patient): CommandError {
  return new CommandError('usage', `Sessions of ${store.title} cannot be copied under another id.`)
}

/** The value, or what kept it from being one. */
export function must<Value>(
  outcome: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Error },
): Value {
  if (!outcome.ok) throw outcome.error
  return outcome.value
}
