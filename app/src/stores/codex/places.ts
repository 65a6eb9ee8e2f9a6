import { join } from 'node:path'
import type { Home, Place } from '../contract/store.ts'

/** Where Codex keeps its threads: one folder for each day, and one for those that were put away. */
export function places({ folder, environment }: Home): readonly Place[] {
  const home = environment.CODEX_HOME || join(folder, '.codex')
  return [
    { folder: join(home, 'sessions'), isSession: (path) => rollout.test(path) },
    {
      folder: join(home, 'archived_sessions'),
      isSession: () => false,
      isArchive: (path) => rollout.test(path),
    },
  ]
}

const rollout = /^(?:[^/]+\/)*rollout-[^/]+\.jsonl$/
