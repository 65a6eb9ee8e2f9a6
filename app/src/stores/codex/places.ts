import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Home, Place } from '../contract/store.ts'

/** Where Codex keeps its threads: one folder for each day, and one for those that were put away. */
export function places({ folder, environment }: Home): readonly Place[] {
  const home = environment.CODEX_HOME || join(folder, '.codex')
  const sessions = join(home, 'sessions')
  return [
    {
      folder: sessions,
      // Codex reads the plain file where both are there.
      isSession: (path) => rollout.test(path) && !existsSync(join(sessions, plainOf(path) ?? '\0')),
    },
    {
      folder: join(home, 'archived_sessions'),
      isSession: () => false,
      isArchive: (path) => rollout.test(path),
    },
  ]
}

const rollout = /^(?:[^/]+\/)*rollout-[^/]+\.jsonl(?:\.zst)?$/

/** The name that a compressed thread has once it is unpacked; undefined for one that is not compressed. */
export function plainOf(path: string): string | undefined {
  return path.endsWith('.zst') ? path.slice(0, -'.zst'.length) : undefined
}

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
