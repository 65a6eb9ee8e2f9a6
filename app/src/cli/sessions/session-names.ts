import { sep } from 'node:path'
import { shortId } from '../../sessions/find/pick.ts'
import { rowNameAt } from '../../sessions/find/session-name.ts'
import type { JudgedSession } from '../../sessions/judge/judge.ts'
import type { Invocation } from '../program/command.ts'
import { isArgument, quote, quoteFile } from '../program/program.ts'
import { printable } from '../screen/printable.ts'
import { samePlace } from './same-place.ts'

/** How sessions are called, on screens and in commands that can be pasted. */
export interface SessionNames {
  short(session: JudgedSession): string
  /** A command of this program about one session. */
  command(name: string, session: JudgedSession, ...flags: readonly string[]): string
}

/** As much of an id is shown, unless more of it tells it from the others. */
const shown = 13

/** Names sessions so that each is told from the others that were seen; those not in their place go by path. */
export function namesOf(
  { program, flags }: Invocation,
  sessions: readonly JudgedSession[],
  how: { readonly areElsewhere: boolean; readonly areSome: boolean },
): SessionNames {
  // Of thousands of sessions few are named: what they are told from is looked at only then.
  let rivals: ((id: string) => readonly string[]) | undefined
  const told = (id: string): string | undefined => {
    rivals ??= rivalsAmong(sessions)
    return shortId(id, rivals(id))
  }
  const target = ({ verdict, target: { path } }: JudgedSession): string => {
    // An id may look like an option, or hold bytes that no argument can: then the file is named instead.
    if (verdict === undefined || how.areElsewhere || !isName(verdict.id)) return quoteFile(path)
    const short = told(verdict.id)
    if (short === undefined) return quoteFile(path)
    // Another session that was not looked at may begin alike.
    return quote(how.areSome ? verdict.id : short)
  }
  return {
    short: ({ verdict, target: { path } }) =>
      printable(verdict?.id.slice(0, Math.max(shown, told(verdict.id)?.length ?? 0)) ?? path),
    command: (name, session, ...more) =>
      `${[program, name, target(session), ...more].join(' ')}${samePlace(flags)}`,
  }
}

/** Whether an id can be typed as a word of a command line. */
function isName(id: string): boolean {
  return isArgument(id) && /^[^-]/.test(id)
}

/** The ids that begin with the same letter. */
function rivalsAmong(sessions: readonly JudgedSession[]): (id: string) => readonly string[] {
  const byLetter = new Map<string, string[]>()
  for (const { verdict } of sessions) {
    if (verdict === undefined) continue
    const { id } = verdict
    const known = byLetter.get(id.charAt(0))
    if (known === undefined) byLetter.set(id.charAt(0), [id])
    else known.push(id)
  }
  return (id) => byLetter.get(id.charAt(0)) ?? []
}

/** A path as people write it: from their home; a session in a database as its agent calls it, `main/3f2a`. */
export function nearHome(path: string, home: string): string {
  const isInHome = path === home || path.startsWith(`${home}${sep}`)
  return rowNameAt(path) ?? (isInHome ? `~${path.slice(home.length)}` : path)
}
