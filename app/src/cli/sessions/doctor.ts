import type { DiskError } from '../../disk/index.ts'
import { foldersIn, type SessionContext } from '../../sessions/find/context.ts'
import { byAge, type Foreign } from '../../sessions/find/find.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import type { Store } from '../../stores/contract/store.ts'
import { findingLinesOf, headLine, healthWords, remedyLines, type Setting } from '../mend/session-lines.ts'
import { sizeWords } from '../program/amounts.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { quoteFile } from '../program/program.ts'
import { compileUnhurriedly } from '../program/unhurried.ts'
import { listed } from '../screen/look.ts'
import { count } from '../screen/printable.ts'
import { progressOf } from '../screen/progress.ts'
import { pasted } from '../screen/wrap.ts'
import { contextOf } from './context.ts'
import { noAgentLines } from './no-agent-lines.ts'
import { otherAgent } from './other-agents.ts'
import { passedLines } from './passed-lines.ts'
import { sameSessions } from './same-place.ts'
import { sessionAnswer, totalsOf } from './session-answer.ts'
import { namesOf } from './session-names.ts'

/** Says which sessions on this machine their API will refuse, where and why, and what mends them. */
export async function doctor(invocation: Invocation): Promise<number> {
  compileUnhurriedly()
  const context = contextOf(invocation.flags)
  const round =
    invocation.words.length === 0 ? homeRound(invocation, context) : pathRound(invocation, context)
  context.index.save()
  const { patients, closed } = round
  if (invocation.flags.json) invocation.out.json(jsonAnswer(invocation, context, round))
  else invocation.out.tell(screenOf(invocation, context, round))
  return patients.some(({ health }) => health !== 'sound') || closed.length > 0 ? exits.faults : exits.sound
}

/** What was seen on the way. */
export interface Round {
  /** In any order. */
  readonly patients: readonly JudgedSession[]
  readonly closed: readonly DiskError[]
  /** Whether some agent keeps sessions here. */
  readonly isInhabited: boolean
  /** Files of agents that are not known here. */
  readonly foreign: readonly Foreign[]
  /** How many copies and sessions that were put away were not looked at. */
  readonly archives: number
}

/** Looks at one agent after the other; what is said about one is said before the next is looked at. */
export function homeRound(invocation: Invocation, context: SessionContext): Round {
  const patients: JudgedSession[] = []
  const closed: DiskError[] = []
  let isInhabited = false
  let archives = 0
  const width = Math.max(...context.agents.map(({ title }) => title.length))
  for (const agent of context.agents) {
    const finds = context.find(agent, invocation.flags.archives)
    archives += finds.archives
    const own = lookAt(invocation, context, finds.found)
    for (const patient of own) patients.push(patient)
    for (const each of finds.closed) closed.push(each)
    const isHere = own.length > 0 || finds.closed.length > 0 || isThere(context, agent)
    isInhabited ||= isHere
    if (isHere && !invocation.flags.json)
      invocation.out.tell(`${agent.title.padEnd(width)}  ${tally(own, finds.closed.length > 0)}`)
  }
  return { patients, closed, isInhabited, foreign: [], archives }
}

function pathRound(invocation: Invocation, context: SessionContext): Round {
  const { words, program } = invocation
  const { found, closed, foreign, archives } = context.findIn(words, invocation.flags.archives)
  const named = closed[0]
  if (named !== undefined && found.length === 0)
    throw named.code === 'not-found' ? missing(context, words) : named
  const [word = ''] = words
  if (found.length === 0 && words.length === 1 && isFile(context, word)) {
    const [stranger] = foreign
    if (stranger !== undefined) throw otherAgent(invocation, `\`${word}\``, stranger.what)
    throw new CommandError(
      'not-a-session',
      `\`${word}\` is no session of an agent that is known here.`,
      `${program} check ${quoteFile(word)}`,
    )
  }
  return {
    patients: lookAt(invocation, context, found),
    closed,
    isInhabited: found.length > 0,
    foreign,
    archives,
  }
}

function missing({ disk }: SessionContext, words: readonly string[]): CommandError {
  const gone = words.filter((word) => kindOf(disk, word) === undefined)
  const names = gone.map((word) => `\`${word}\``).join(', ')
  return new CommandError('unreadable', `There is no file or folder ${names}.`)
}

function lookAt(
  invocation: Invocation,
  { judge }: SessionContext,
  found: readonly Parameters<typeof judge.look>[0][],
): JudgedSession[] {
  const progress = progressOf(invocation, 'looking at sessions', found.length)
  const patients = found.map((each) => {
    const patient = judge.look(each)
    progress.step()
    return patient
  })
  progress.end()
  return patients
}

function tally(patients: readonly JudgedSession[], isClosed = false): string {
  if (patients.length === 0) return isClosed ? 'cannot be looked at' : 'no sessions'
  const totals = totalsOf(patients)
  return `${count(totals.sessions, 'session')}, ${sizeWords(totals.bytes)}: ${healthWords(totals)}`
}

const shownPatients = 10

function screenOf(invocation: Invocation, context: SessionContext, round: Round): string[] {
  const { patients, closed, isInhabited } = round
  const { look } = invocation.out
  const areElsewhere = invocation.words.length > 0
  const home = context.home.folder
  if (!isInhabited && closed.length === 0)
    return [...nothingLines(invocation, context), ...passedLines(invocation, round)]
  const names = namesOf(invocation, patients, { areElsewhere, areSome: context.isNarrow })
  const setting = { look, names, home }
  const cases = casesOf(patients)
  const { shown, more } = listed(cases.broken, shownPatients, look)
  return [
    ...(areElsewhere ? [tally(patients)] : []),
    ...shown.flatMap((patient) => ['', ...patientLines(patient, setting)]),
    ...(more.length > 0 ? ['', ...more] : []),
    ...closedLines([...cases.unreadable.flatMap(({ problem }) => problem ?? []), ...closed], setting),
    '',
    ...summaryLines(invocation, patients.length, cases, closed.length),
    ...passedLines(invocation, round),
  ]
}

/** Those of whom there is something to say, newest first. */
interface Cases {
  readonly broken: readonly JudgedSession[]
  readonly unreadable: readonly JudgedSession[]
  /** How many others carry advice. */
  readonly advised: number
}

// One loop: most are well, and of thousands that is all there is to say.
function casesOf(patients: readonly JudgedSession[]): Cases {
  const ill: JudgedSession[] = []
  let advised = 0
  for (const patient of patients) {
    if (patient.health !== 'sound') ill.push(patient)
    else if (patient.verdict?.found.length !== 0) advised++
  }
  ill.sort(byAge)
  const broken = ill.filter(({ health }) => health === 'broken')
  return { broken, unreadable: ill.filter(({ health }) => health === 'unreadable'), advised }
}

function patientLines(patient: JudgedSession, setting: Setting): readonly string[] {
  const { look } = setting
  const rest = [...findingLinesOf(patient, setting), ...remedyLines(patient, setting)]
  return [`${look.paint('red', look.bad)} ${headLine(patient, setting)}`, ...rest.map((line) => `  ${line}`)]
}

function closedLines(errors: readonly DiskError[], { look }: Setting): readonly string[] {
  const { shown, more } = listed(errors, shownPatients, look)
  const mark = look.paint('yellow', look.advice)
  const lines = shown.map(({ message }) => `${mark} ${message}`)
  return lines.length === 0 ? [] : ['', ...lines, ...more.map((line) => `  ${line}`)]
}

function summaryLines(
  { out, program, flags, words }: Invocation,
  sessions: number,
  { broken, unreadable, advised }: Cases,
  places: number,
): readonly string[] {
  const { look } = out
  const all = count(sessions, 'session')
  const [one, many] = broken.length === 0 ? ['carries', 'carry'] : ['other carries', 'others carry']
  const advice = advised === 0 ? '' : ` ${count(advised, one, many)} advice only.`
  const closed = unreadable.length
  if (broken.length === 0 && closed > 0) {
    const sentence = `${closed} of ${all} cannot be read; of the others none will be refused.${advice}`
    return [`${look.paint('yellow', look.advice)} ${sentence}`]
  }
  if (broken.length === 0 && places > 0) {
    const rest = sessions === 0 ? 'No session was looked at' : `Of ${all} none will be refused`
    const unseen = `${count(places, 'place')} could not be looked at`
    return [`${look.paint('yellow', look.advice)} ${rest}; ${unseen}.${advice}`]
  }
  if (broken.length === 0) {
    return [`${look.paint('green', look.good)} ${all}, none of which will be refused.${advice}`]
  }
  const whose = broken.length === 1 ? 'its API' : 'their APIs'
  const sentence = `${broken.length} of ${all} will be refused by ${whose}.${advice}`
  const canAll = broken.length > 1 && words.length === 0
  return [
    `${look.paint('red', look.bad)} ${sentence}`,
    ...(canAll ? [pasted('  all at once: ', `${program} repair --all --yes${sameSessions(flags)}`)] : []),
  ]
}

function nothingLines({ words }: Invocation, context: SessionContext): string[] {
  if (words.length > 0) {
    const named = words.map((word) => `\`${word}\``).join(', ')
    return [`There is no session in ${named} that is known here.`]
  }
  return noAgentLines(context)
}

function jsonAnswer({ words }: Invocation, context: SessionContext, round: Round): object {
  const [path, ...others] = words
  const target = { kind: 'sessions', ...(path !== undefined && others.length === 0 ? { path } : {}) }
  return {
    ...answerHead('doctor', target),
    looked: words.length > 0 ? words : foldersIn(context),
    sessions: round.patients.toSorted(byAge).map(sessionAnswer),
    closed: round.closed.map(({ code, message }) => ({ code, message })),
    passed: { archives: round.archives, foreign: round.foreign },
    totals: totalsOf(round.patients),
  }
}

function isThere({ disk, home }: SessionContext, agent: Store): boolean {
  return agent.places(home).some(({ folder }) => kindOf(disk, folder) === 'folder')
}

function isFile({ disk }: SessionContext, path: string): boolean {
  return kindOf(disk, path) === 'file'
}

function kindOf({ files }: SessionContext['disk'], path: string): string | undefined {
  try {
    return files.stat(path).kind
  } catch {
    return undefined
  }
}
