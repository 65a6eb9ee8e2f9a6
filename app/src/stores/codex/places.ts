import { basename, join } from 'node:path'
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

/** The folder that Codex keeps all of its things in, by the path of a thread. */
export function homeOf(path: string): string | undefined {
  return /^(.*)[\\/](?:archived_)?sessions[\\/]/.exec(path)?.[1]
}

/** The id in the name of a rollout, behind its time; a thread that was compacted has the id of its window behind it. */
export function idIn(path: string): string {
  const name = basename(path).replace(/\.jsonl.*$/, '')
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(name)?.[0] ?? name
}

/** The file that Codex locks while a thread is open in it. */
export function lockOf(path: string): string | undefined {
  const home = homeOf(path)
  return home === undefined ? undefined : join(home, 'thread-writer-locks', `${idIn(path)}.lock`)
}
