import { openContext, ownHome, type SessionContext } from '../../sessions/find/context.ts'
import { surroundingsOf } from '../../sessions/find/home.ts'
import { stores } from '../../stores/index.ts'
import { readSpan } from '../program/amounts.ts'
import type { Flags } from '../program/flags.ts'
import { knownName } from '../program/known-name.ts'
import { version } from '../version.ts'
import { refuseUnknownProfile } from './known-profile.ts'

/** Opens the sessions that `--home`, `--agent` and `--since` name; refuses an agent or a profile that is not known. */
export function contextOf(flags: Pick<Flags, 'home' | 'agent' | 'since'>): SessionContext {
  const [agent, profile] = flags.agent?.split('/') ?? []
  if (agent !== undefined) {
    const store = knownName('agent', agent, stores)
    refuseUnknownProfile(flags, store, profile, surroundingsOf(ownHome(), flags.home).home)
  }
  const oldest = flags.since === undefined ? undefined : Date.now() - readSpan(flags.since, 'since')
  return openContext({ home: flags.home, agent, profile, oldest, version: version() })
}
