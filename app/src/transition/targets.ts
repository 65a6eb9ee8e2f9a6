import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { surroundingsOf } from '../sessions/find/home.ts'
import type { Home, Store } from '../stores/contract/store.ts'
import { stores } from '../stores/index.ts'
import { matches } from '../text/matches.ts'
import type { ToolRules } from './policy.ts'

/** The sessions of one profile of an agent in one home; plain JSON. */
export interface TransitionTarget {
  /** A name that no other target has. */
  readonly key: string
  readonly agent: string
  readonly profile: string | undefined
  /** The home as the config names it; undefined for the user's own. */
  readonly home: string | undefined
  /** The folder for journal and backups. */
  readonly state: string
  /** Whether the config lists it: only then it is cleaned. */
  readonly isListed: boolean
}

/** The user whose sessions are looked for. */
export function ownUser(): Home {
  return { folder: homedir(), environment: process.env, platform: process.platform }
}

/** The profiles whose sessions a config lists; if it lists none, all profiles on this machine, flagged as not listed. */
export function targetsOf({ sessions }: ToolRules, user: Home): readonly TransitionTarget[] {
  if (sessions.length === 0) return stores.flatMap((store) => targetsIn(store, user, undefined, ['*'], false))
  const all = sessions.flatMap(({ agent, home, profiles }) => {
    const store = stores.find(({ name }) => name === agent)
    return store === undefined ? [] : targetsIn(store, user, folderOf(home, user), profiles, true)
  })
  return [...new Map(all.map((target) => [target.key, target])).values()]
}

/** The agents of a config that are not known here. */
export function unknownAgents({ sessions }: ToolRules): readonly string[] {
  return sessions.flatMap(({ agent }) => (stores.some(({ name }) => name === agent) ? [] : agent))
}

/** The name of a profile in a config: `openclaw/main`, or the agent alone where it has only one. */
export function nameOf({ agent, profile }: Pick<TransitionTarget, 'agent' | 'profile'>): string {
  return profile === undefined ? agent : `${agent}/${profile}`
}

/** The home of a target, as its store is asked about it. */
export function homeOf({ home }: Pick<TransitionTarget, 'home'>, user: Home): Home {
  return surroundingsOf(user, home).home
}

function targetsIn(
  store: Store,
  user: Home,
  home: string | undefined,
  patterns: readonly string[],
  isListed: boolean,
): readonly TransitionTarget[] {
  const { home: where, state } = surroundingsOf(user, home)
  const profiles = new Set(store.places(where).map(({ profile }) => profile))
  return [...profiles]
    .filter((profile) => patterns.some((pattern) => matches(pattern, profile ?? '')))
    .map((profile) => {
      const name = nameOf({ agent: store.name, profile })
      const key = `${isListed ? '' : '? '}${name} ${where.folder}`
      return { key, agent: store.name, profile, home, state, isListed }
    })
}

/** A folder as a config names it; undefined for the user's own, which the environment may have moved parts of. */
function folderOf(home: string, { folder }: Home): string | undefined {
  if (home === '~' || home === '~/') return undefined
  return home.startsWith('~/') ? resolve(folder, home.slice(2)) : resolve(home)
}
