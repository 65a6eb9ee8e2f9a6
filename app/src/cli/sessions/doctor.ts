import { sessionAnswer } from '../../answers/session.ts'
import type { DiskError } from '../../disk/index.ts'
import { foldersIn, type SessionContext } from '../../sessions/find/context.ts'
import { byAge } from '../../sessions/find/find.ts'
import {
  type Cases,
  casesOf,
  type Examination,
  examineFinds,
  examineHome,
  isAllSound,
  kindAt,
} from '../../sessions/judge/examine.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import { totalsOf, type Watch } from '../../sessions/judge/judge-all.ts'
import { onlyLoses } from '../../sessions/judge/verdict.ts'
import {
  copingLines,
  findingLinesOf,
  headLine,
  healthWords,
  remedyLines,
  type SessionScreen,
} from '../mend/session-lines.ts'
import { sizeWords } from '../program/amounts.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { compileUnhurriedly } from '../program/engine-flags.ts'
import { CommandError, exits } from '../program/failure.ts'
import { given } from '../program/given.ts'
import { quoteFile } from '../program/program.ts'
import { count } from '../screen/printable.ts'
import { progressOf } from '../screen/progress.ts'
import { listed } from '../screen/style.ts'
import { pasted } from '../screen/wrap.ts'
import { contextOf } from './context.ts'
import { nothingLines } from './no-agent-lines.ts'
import { otherAgent } from './other-agents.ts'
import { passedLines } from './passed-lines.ts'
import { sameSessions } from './same-place.ts'
import { namesOf } from './session-names.ts'

/** Says which sessions on this machine their API will refuse, where and why, and what mends them. */
export async function doctor(invocation: Invocation): Promise<number> {
  const { fleet, agent } = invocation.flags
  if (fleet)
    return (await import('../fleet/ask-fleet.ts')).askFleet(invocation, { do: 'doctor', ...given({ agent }) })
  compileUnhurriedly()
  const context = contextOf(invocation.flags)
  const seen = invocation.words.length === 0 ? homeRound(invocation, context) : pathRound(invocation, context)
  context.index.save()
  if (invocation.flags.json) invocation.out.json(jsonAnswer(invocation, context, seen))
  else invocation.out.tell(screenOf(invocation, context, seen))
  return isAllSound(seen) ? exits.sound : exits.faults
}

/** Examines one agent after the other; each one is told of before the next is looked for. */
export function homeRound(invocation: Invocation, context: SessionContext): Examination {
  const { flags, out } = invocation
  const width = Math.max(...context.agents.map(({ title }) => title.length))
  return examineHome(context, {
    withArchives: flags.archives,
    watch: watchOf(invocation),
    onAgent: ({ title }, sessions, closed) => {
      if (!flags.json) out.tell(`${title.padEnd(width)}  ${tally(sessions, closed.length > 0)}`)
    },
  })
}

function watchOf(invocation: Invocation): Watch {
  return (total) => progressOf(invocation, 'looking at sessions', total)
}

function pathRound(invocation: Invocation, context: SessionContext): Examination {
  const { words, flags } = invocation
  const finds = context.findIn(words, flags.archives)
  const { found, closed, foreign } = finds
  const [named] = closed
  if (named !== undefined && found.length === 0)
    throw named.code === 'not-found' ? missing(context, words) : named
  const [word = ''] = words
  if (found.length === 0 && words.length === 1 && kindAt(context, word) === 'file')
    throw noSession(invocation, word, foreign[0]?.what)
  return examineFinds(context, finds, watchOf(invocation))
}

/** A file that holds no session, or one of an agent without a store. */
function noSession(invocation: Invocation, word: string, foreign: string | undefined): CommandError {
  if (foreign !== undefined) return otherAgent(invocation, `\`${word}\``, foreign)
  return new CommandError(
    'not-a-session',
    `\`${word}\` is no session of an agent that is known here.`,
    `${invocation.program} check ${quoteFile(word)}`,
  )
}

function missing(context: SessionContext, words: readonly string[]): CommandError {
  const gone = words.filter((word) => kindAt(context, word) === undefined)
  const names = gone.map((word) => `\`${word}\``).join(', ')
  return new CommandError('unreadable', `There is no file or folder ${names}.`)
}

function tally(sessions: readonly JudgedSession[], isClosed = false): string {
  if (sessions.length === 0) return isClosed ? 'cannot be looked at' : 'no sessions'
  const totals = totalsOf(sessions)
  return `${count(totals.sessions, 'session')}, ${sizeWords(totals.bytes)}: ${healthWords(totals)}`
}

const shownSessions = 10

function screenOf(invocation: Invocation, context: SessionContext, seen: Examination): string[] {
  const { sessions, closed, isInhabited } = seen
  const { style } = invocation.out
  const areElsewhere = invocation.words.length > 0
  const home = context.home.folder
  const isEmpty = sessions.length === 0 && invocation.flags.since !== undefined
  if ((!isInhabited || isEmpty) && closed.length === 0)
    return [...nothingLines(invocation, context), ...passedLines(invocation, seen)]
  const names = namesOf(invocation, sessions, { areElsewhere, areSome: context.isNarrow })
  const screen = { style, names, home }
  const cases = casesOf(seen)
  const { shown, more } = listed(cases.broken, shownSessions, style)
  return [
    ...(areElsewhere ? [tally(sessions)] : []),
    ...shown.flatMap((session) => ['', ...sessionLines(session, screen)]),
    ...(more.length > 0 ? ['', ...more] : []),
    ...closedLines([...cases.unreadable.flatMap(({ problem }) => problem ?? []), ...closed], screen),
    ...onlyReadLines(cases.onlyRead, screen),
    '',
    ...summaryLines(invocation, sessions.length, cases, closed.length),
    ...notedLines(cases.noted, screen),
    ...passedLines(invocation, seen),
  ]
}

function sessionLines(session: JudgedSession, screen: SessionScreen): readonly string[] {
  const { style } = screen
  const isLossy = session.verdict !== undefined && onlyLoses(session.verdict)
  const fate = isLossy ? copingLines(session) : []
  const rest = [...findingLinesOf(session, screen), ...fate, ...remedyLines(session, screen)]
  return [`${style.paint('red', style.bad)} ${headLine(session, screen)}`, ...rest.map((line) => `  ${line}`)]
}

function closedLines(errors: readonly DiskError[], { style }: SessionScreen): readonly string[] {
  const { shown, more } = listed(errors, shownSessions, style)
  const sign = style.paint('yellow', style.advice)
  const lines = shown.map(({ message }) => `${sign} ${message}`)
  return lines.length === 0 ? [] : ['', ...lines, ...more.map((line) => `  ${line}`)]
}

/** The sessions that Mortise does not write to, by the reason. */
function onlyReadLines(sessions: readonly JudgedSession[], { style }: SessionScreen): readonly string[] {
  const reasons = new Map<string, JudgedSession[]>()
  for (const session of sessions) {
    const reason = session.verdict?.readOnly ?? ''
    reasons.set(reason, [...(reasons.get(reason) ?? []), session])
  }
  const sign = style.paint('yellow', style.advice)
  const lines = [...reasons].map(
    ([reason, own]) =>
      `${sign} ${count(own.length, 'session')} of ${own[0]?.store.title} ${own.length === 1 ? 'is' : 'are'} only read. ${reason}`,
  )
  return lines.length === 0 ? [] : ['', ...lines]
}

const shownNoted = 3

/** The sound sessions that their agent heals as it sends or cuts off, and the command to type. */
function notedLines(sessions: readonly JudgedSession[], screen: SessionScreen): readonly string[] {
  const { style } = screen
  const { shown, more } = listed(sessions, shownNoted, style)
  const sign = style.paint('yellow', style.advice)
  const lines = shown.flatMap((session) => [
    `${sign} ${headLine(session, screen)}`,
    ...copingLines(session).map((line) => `  ${line}`),
    ...remedyLines(session, screen).map((line) => `  ${line}`),
  ])
  return lines.length === 0 ? [] : ['', ...lines, ...more.map((line) => `  ${line}`)]
}

function summaryLines(
  { out, program, flags, words }: Invocation,
  sessions: number,
  { broken, unreadable, advised }: Cases,
  places: number,
): readonly string[] {
  const { style } = out
  const all = count(sessions, 'session')
  const [one, many] = broken.length === 0 ? ['carries', 'carry'] : ['other carries', 'others carry']
  const advice = advised === 0 ? '' : ` ${count(advised, one, many)} advice only.`
  const closed = unreadable.length
  if (broken.length === 0 && closed > 0) {
    const sentence = `${closed} of ${all} cannot be read; of the others none will be refused.${advice}`
    return [`${style.paint('yellow', style.advice)} ${sentence}`]
  }
  if (broken.length === 0 && places > 0) {
    const rest = sessions === 0 ? 'No session was looked at' : `Of ${all} none will be refused`
    const unseen = `${count(places, 'place')} could not be looked at`
    return [`${style.paint('yellow', style.advice)} ${rest}; ${unseen}.${advice}`]
  }
  if (broken.length === 0) {
    return [`${style.paint('green', style.good)} ${all}, none of which will be refused.${advice}`]
  }
  const sentence = `${fatesOf(broken, all)}.${advice}`
  const canAll = broken.length > 1 && words.length === 0
  return [
    `${style.paint('red', style.bad)} ${sentence}`,
    ...(canAll ? [pasted('  all at once: ', `${program} repair --all --yes${sameSessions(flags)}`)] : []),
  ]
}

/** How many sessions are refused by their API, and how many lose history instead. */
function fatesOf(broken: readonly JudgedSession[], all: string): string {
  const { losing } = totalsOf(broken)
  const refused = broken.length - losing
  const whose = refused === 1 ? 'its API' : 'their APIs'
  const lost = `${losing === 1 ? 'loses' : 'lose'} history, and nobody says so`
  if (refused === 0) return `${losing} of ${all} ${lost}`
  return `${refused} of ${all} will be refused by ${whose}${losing === 0 ? '' : `; ${losing} ${lost}`}`
}

function jsonAnswer({ words }: Invocation, context: SessionContext, seen: Examination): object {
  const [path, ...others] = words
  const target = { kind: 'sessions', ...(path !== undefined && others.length === 0 ? { path } : {}) }
  return {
    ...answerHead('doctor', target),
    looked: words.length > 0 ? words : foldersIn(context),
    sessions: seen.sessions.toSorted(byAge).map(sessionAnswer),
    closed: seen.closed.map(({ code, message }) => ({ code, message })),
    passed: { archives: seen.archives, foreign: seen.foreign },
    totals: totalsOf(seen.sessions),
  }
}
