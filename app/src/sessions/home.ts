import { resolve } from 'node:path'
import { stateFolder } from '../disk/index.ts'
import type { Home } from '../stores/store.ts'

/** Where to look for agents, and where Mortise keeps its own things. */
export interface Surroundings {
  readonly home: Home
  /** The folder for journal, backups and index. */
  readonly state: string
}

/** The surroundings of a user; another folder moves all of them, whatever the environment says. */
export function surroundingsOf(user: Home, folder: string | undefined): Surroundings {
  const home: Home = folder === undefined ? user : { ...user, folder: resolve(folder), environment: {} }
  const { environment: env, platform } = home
  return { home, state: stateFolder({ env, platform, home: home.folder }) }
}
