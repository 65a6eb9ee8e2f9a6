import { join } from 'node:path'
import type { Home, Place } from '../contract/store.ts'

/** Where Copilot CLI keeps its sessions: a folder for each. */
export function places({ folder, environment }: Home): readonly Place[] {
  const home = environment.COPILOT_HOME || join(folder, '.copilot')
  return [{ folder: join(home, 'session-state'), isSession: (path) => log.test(path) }]
}

const log = /^[^/]+\/events\.jsonl$/
