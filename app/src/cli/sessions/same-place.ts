import type { Flags } from '../program/flags.ts'
import { option, quoteFile } from '../program/program.ts'

/** The flags behind a command that is to look in the same place as this one. */
export function samePlace({ home }: Pick<Flags, 'home'>): string {
  return home === undefined ? '' : ` --home ${quoteFile(home)}`
}

/** The flags behind a command that is to look at the same sessions as this one. */
export function sameSessions(flags: Pick<Flags, 'home' | 'agent' | 'since'>): string {
  const { agent, since } = flags
  const which = [
    ...(agent === undefined ? [] : [` ${option('--agent', agent)}`]),
    ...(since === undefined ? [] : [` ${option('--since', since)}`]),
  ]
  return `${which.join('')}${samePlace(flags)}`
}
