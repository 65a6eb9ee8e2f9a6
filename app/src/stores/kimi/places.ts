import { join } from 'node:path'
import type { Home, Place } from '../contract/store.ts'

/** Where Kimi Code keeps its sessions: a folder for each folder of work, in it one for each session. */
export function places({ folder, environment }: Home): readonly Place[] {
  const home = environment.KIMI_CODE_HOME || join(folder, '.kimi-code')
  return [{ folder: join(home, 'sessions'), isSession: (path) => log.test(path) }]
}

const log = /^[^/]+\/[^/]+\/agents\/[^/]+\/wire\.jsonl$/
