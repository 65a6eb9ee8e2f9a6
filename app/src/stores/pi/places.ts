import { join } from 'node:path'
import type { Home, Place } from '../contract/store.ts'

/** Where pi keeps its sessions: a folder for each folder that it worked in. */
export function places({ folder, environment }: Home): readonly Place[] {
  const base = environment.PI_CODING_AGENT_DIR || join(folder, '.pi', 'agent')
  return [{ folder: join(base, 'sessions'), isSession: (path) => session.test(path) }]
}

/** Whether a file lies in a folder that is called after another one, as pi calls them. */
export function liesLike(path: string): boolean {
  return /\/--[^/]*--\/[^/]+$/.test(path)
}

const session = /^--[^/]*--\/[^/]+\.jsonl$/
