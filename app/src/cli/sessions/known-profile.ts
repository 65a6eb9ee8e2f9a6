import type { Home, Store } from '../../stores/contract/store.ts'
import { CommandError } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { samePlace } from './same-place.ts'

/** Refuses a profile that an agent does not have: of a misspelt one, nothing would be found to be wrong. */
export function refuseUnknownProfile(
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
