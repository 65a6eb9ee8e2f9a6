import { join } from 'node:path'
import type { Home, Place } from '../contract/store.ts'

/** Where Neovate keeps its sessions: a folder for each project, with its requests in one below. */
export function places({ folder }: Home): readonly Place[] {
  return [{ folder: join(folder, '.neovate', 'projects'), isSession: (path) => session.test(path) }]
}

const session = /^[^/]+\/[^/]+\.jsonl$/
