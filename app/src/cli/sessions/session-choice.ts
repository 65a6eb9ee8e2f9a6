import { statSync } from 'node:fs'
import { type ChosenSession, chooseSession as choose, type NotChosen } from '../../sessions/find/choose.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import type { Judge, JudgedSession } from '../../sessions/judge/judge.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import { quoteFile } from '../program/program.ts'
import { printable } from '../screen/printable.ts'
import { otherAgent } from './other-agents.ts'
import { sameSessions } from './same-place.ts'

/** The one session that a word names: a path, an id or the beginning of one; throws if there is no such one. */
export function chooseSession(
  invocation: Invocation,
  context: SessionContext,
  word: string,
  judgeOne: Judge = context.judge,
): JudgedSession {
  return chosenOne(invocation, choose(context, word, judgeOne), word)
}

/** The session that was chosen; throws the reason if there is none. */
function chosenOne(invocation: Invocation, chosen: ChosenSession, word: string): JudgedSession {
  if (chosen.is === 'one') return chosen.session
  throw notChosen(invocation, chosen, word)
}

/** The failure that a person reads when a word names no session, or several. */
export function notChosen(invocation: Invocation, chosen: NotChosen, word: string): Error {
  switch (chosen.is) {
    case 'unknown':
      return unknownSession(invocation, word)
    case 'ambiguous':
      return ambiguous(invocation, chosen.fits, word)
    case 'unreadable':
      return chosen.error
    case 'foreign':
      return otherAgent(invocation, `\`${chosen.file.path}\``, chosen.file.what)
    case 'folder':
      return noSession(invocation, word, `holds ${chosen.sessions} sessions: name one of them.`, 'doctor')
    case 'no-session':
      return noSession(
        invocation,
        word,
        'is no session of an agent that is known here.',
        statSync(word).isFile() ? 'check' : 'sessions',
      )
  }
}

function noSession({ program }: Invocation, path: string, why: string, command: string): CommandError {
  return new CommandError('not-a-session', `\`${path}\` ${why}`, `${program} ${command} ${quoteFile(path)}`)
}

function unknownSession({ program, flags }: Invocation, word: string): CommandError {
  return new CommandError(
    'not-a-session',
    `There is no file \`${word}\` and no session whose id begins so.`,
    `${program} sessions${sameSessions(flags)}`,
  )
}

const shown = 5

/** Sessions that share an id are told apart by their paths. */
function ambiguous(
  { program, flags }: Invocation,
  fits: readonly JudgedSession[],
  word: string,
): CommandError {
  const isShared = new Set(fits.map(({ verdict }) => verdict?.id)).size < fits.length
  const names = fits.slice(0, shown).map(({ verdict, target }) => {
    return `\`${printable(isShared ? target.path : (verdict?.id ?? target.path))}\``
  })
  const more = fits.length > shown ? ` and ${fits.length - shown} more` : ''
  return new CommandError(
    'usage',
    `${fits.length} sessions begin with \`${word}\`: ${names.join(', ')}${more}.`,
    `${program} sessions${sameSessions(flags)}`,
  )
}
