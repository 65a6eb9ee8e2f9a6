import type { Patience } from '../../disk/index.ts'
import { readSpan } from '../program/amounts.ts'
import type { Invocation } from '../program/command.ts'
import type { Flags } from '../program/flags.ts'

/** How long a busy session is waited for: not at all, unless `--wait` says so. */
export function waitOf({ wait }: Pick<Flags, 'wait'>): number {
  return wait === undefined ? 0 : readSpan(wait, 'wait')
}

/** The same, with a line for whoever sits in front of it. */
export function patienceOf({ flags, story }: Invocation): Patience {
  const onWait: Patience['onWait'] = ({ message }) =>
    story.tell(`waiting up to ${flags.wait}: ${message.replace(/; nothing was changed\.$/, '')}`)
  return { waitMs: waitOf(flags), onWait }
}
