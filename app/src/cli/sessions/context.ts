import { openContext, ownHome, type SessionContext } from '../../sessions/find/context.ts'
import { surroundingsOf } from '../../sessions/find/home.ts'
import type { Home, Store } from '../../stores/contract/store.ts'
import { stores } from '../../stores/index.ts'
import { readSpan } from '../program/amounts.ts'
import { CommandError } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { knownName } from '../program/known-name.ts'
import { version } from '../version.ts'
import { samePlace } from './same-place.ts'

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

/** Refuses a profile that an agent does not have: of a misspelt one, nothing would be found to be wrong. */
function refuseUnknownProfile(
  flags: Pick<Flags, 'home'>,
  agent: Store,
  profile: string | undefined,
  home: Home,
): void {
  if (profile === undefined) return
  const known = [...new Set(agent.places(home).flatMap((place) => place.profile ?? []))]
  if (known.includes(profile)) return
  const there =
    known.length === 0
      ? `${agent.title} has no profiles.`
      : `Those of ${agent.title} here are ${known.map((name) => `\`${name}\``).join(', ')}.`
  throw new CommandError(
    'unknown-agent',
    `There is no profile \`${profile}\` here. ${there}`,
    `mortise sessions --agent ${agent.name}${samePlace(flags)}`,
  )
}
