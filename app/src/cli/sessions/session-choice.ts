import { existsSync, statSync } from 'node:fs'
import { rowPathIn } from '../../disk/index.ts'
import { findAll, type SessionContext } from '../../sessions/find/context.ts'
import { pick } from '../../sessions/find/pick.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import { quoteFile } from '../program/program.ts'
import { printable } from '../screen/printable.ts'
import { otherAgent } from './other-agents.ts'
import { sameSessions } from './same-place.ts'

/** The one session that a word names: a path, an id or the beginning of one. */
export function chooseSession(invocation: Invocation, context: SessionContext, word: string): JudgedSession {
  if (existsSync(word) || isRow(word)) return atPath(invocation, context, word)
  const fits = pick(findAll(context).found, context.judge, word)
  const [first, ...others] = fits
  if (first === undefined) throw unknownSession(invocation, word)
  if (others.length > 0) throw ambiguous(invocation, fits, word)
  return first
}

/** Whether a word is the path of a session in a database. */
function isRow(word: string): boolean {
  const row = rowPathIn(word)
  return row !== undefined && existsSync(row.database)
}

function atPath(invocation: Invocation, context: SessionContext, path: string): JudgedSession {
  const { program } = invocation
  const { found, closed, foreign } = context.findIn([path])
  const [error] = closed
  if (error !== undefined) throw error
  const [first, ...others] = found
  if (first !== undefined && others.length === 0) return context.judge.look(first)
  const [stranger] = foreign
  if (first === undefined && stranger !== undefined)
    throw otherAgent(invocation, `\`${stranger.path}\``, stranger.what)
  const isFile = statSync(path).isFile()
  const [sentence, command] =
    first === undefined
      ? [`\`${path}\` is no session of an agent that is known here.`, isFile ? 'check' : 'sessions']
      : [`\`${path}\` holds ${found.length} sessions: name one of them.`, 'doctor']
  throw new CommandError('not-a-session', sentence, `${program} ${command} ${quoteFile(path)}`)
}

/** Nothing is called so. */
export function unknownSession({ program, flags }: Invocation, word: string): CommandError {
  return new CommandError(
    'not-a-session',
    `There is no file \`${word}\` and no session whose id begins so.`,
    `${program} sessions${sameSessions(flags)}`,
  )
}

const shown = 5

/** Several are called so; where they share an id, only the path tells them apart. */
export function ambiguous(
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
