import type { NextStep } from '@mortise/core'
import { sessionAnswer } from '../../answers/session.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import { type Search, searchSessions } from '../../sessions/find/holding.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import { copingLines, findingLinesOf, headLine, remedyLines } from '../mend/session-lines.ts'
import { sizeWords } from '../program/amounts.ts'
import type { Invocation } from '../program/command.ts'
import { count } from '../screen/printable.ts'
import { pasted } from '../screen/wrap.ts'
import { contextOf } from '../sessions/context.ts'
import { namesOf } from '../sessions/session-names.ts'

/** The session that an error is about, or the search that did not find it. */
export interface AboutSession {
  /** The id of the session; undefined if none was found. */
  readonly id: string | undefined
  readonly lines: readonly string[]
  readonly answer: object
}

/** The words of an error by which its session is searched. */
export interface Clues {
  readonly ids: readonly string[]
  /** The id of the session, if the text names it. */
  readonly name: string | undefined
  readonly next: NextStep
  /** The rules that the text can mean. */
  readonly rules: readonly string[]
}

/** Searches the sessions on this machine for the one that an error is about. */
export function aboutSession(invocation: Invocation, clues: Clues): AboutSession {
  const context = contextOf(invocation.flags)
  const search = searchSessions(context, clues.name, clues.ids)
  context.index.save()
  const { session, sessions, bytes, passed } = search
  const lines =
    session === undefined
      ? notFoundLines(invocation, context, clues, search)
      : foundLines(invocation, context, session, clues, search)
  return {
    id: session === undefined ? undefined : (session.verdict?.id ?? session.target.path),
    lines,
    answer: {
      holder: session === undefined ? null : sessionAnswer(session),
      searched: { sessions, bytes, passed },
    },
  }
}

/** The session as `doctor` shows it: its faults, and the command that mends them. */
function foundLines(
  invocation: Invocation,
  context: SessionContext,
  session: JudgedSession,
  { next, rules }: Clues,
  { id }: Search,
): readonly string[] {
  const { style } = invocation.out
  const names = namesOf(invocation, [session], { areElsewhere: false, areSome: true })
  const screen = { style, names, home: context.home.folder }
  const { health, verdict, store, problem } = session
  const signs = {
    broken: style.paint('red', style.bad),
    unreadable: style.paint('yellow', style.advice),
    sound: style.paint('green', style.good),
  }
  const isForeign = health === 'sound' && rules.includes('reasoning-foreign')
  const isQuiet = verdict !== undefined && verdict.found.length === 0 && !isForeign
  const resume = next === 'sessions' ? verdict?.resume : undefined
  return [
    '',
    `\`${id}\` is in this session of ${store.title}:`,
    `${signs[health]} ${headLine(session, screen)}`,
    ...(problem === undefined ? [] : [`  ${problem.message}`]),
    ...[...findingLinesOf(session, screen), ...copingLines(session)].map((line) => `  ${line}`),
    ...(isQuiet
      ? [`  ${verdict.api} will refuse nothing in it as it is now: send the last message again.`]
      : []),
    ...remedyLines(session, screen).map((line) => `  ${line}`),
    ...(isForeign
      ? [
          '  its records do not show whose reasoning they hold',
          pasted('  fix: ', names.command('repair', session, '--reasoning drop')),
        ]
      : []),
    ...(resume === undefined ? [] : [pasted('  go on with it, from its folder: ', resume)]),
    pasted('  see: ', names.command('show', session)),
  ]
}

function notFoundLines(
  { program }: Invocation,
  { agents }: SessionContext,
  { ids, name }: Clues,
  { sessions, bytes, passed }: Search,
): readonly string[] {
  const wanted = [name, ...ids].find((each) => each !== undefined) ?? ''
  const titles = agents.map(({ title }) => title).join(', ')
  const rest = passed === 0 ? '' : ` ${count(passed, 'older or closed session')} not read.`
  const searched =
    sessions === 0
      ? `No session of ${titles} is here.`
      : `Searched: ${count(sessions, 'session')} of ${titles}, ${sizeWords(bytes)}.`
  return [
    '',
    `\`${wanted}\` is in no session here. ${searched}${rest}`,
    pasted(
      'If the agent runs as another user, or keeps its files elsewhere: ',
      `${program} explain --home DIR`,
    ),
  ]
}
