import { join, resolve } from 'node:path'
import { type Files, nodeFiles, stateFolder, stateFolderOf } from '../../disk/index.ts'
import type { Home } from '../../stores/contract/store.ts'

/** Where to look for agents, and where Mortise keeps its own things. */
export interface Surroundings {
  readonly home: Home
  /** The folder for journal, backups and index. */
  readonly state: string
  /** A journal that lies in another home: it is told of, and never read. */
  readonly foreignJournal?: string
}

/**
 * The surroundings of a user; another folder moves the agents, whatever the environment says.
 *
 * The journal and the backups stay with the user: another home is data, and its journal is not to be trusted.
 */
export function surroundingsOf(
  user: Home,
  folder: string | undefined,
  files: Pick<Files, 'realPath' | 'isThere'> = nodeFiles,
): Surroundings {
  const { platform } = user
  const own = stateFolder({ env: user.environment, platform, home: user.folder })
  if (folder === undefined) return { home: user, state: own }
  const home: Home = { ...user, folder: resolve(folder), environment: {} }
  const real = realPathOf(files, home.folder)
  if (real === realPathOf(files, user.folder)) return { home, state: own }
  const journal = join(stateFolder({ env: {}, platform, home: home.folder }), 'journal.jsonl')
  return {
    home,
    state: stateFolderOf(own, real),
    ...(isThere(files, journal) ? { foreignJournal: journal } : {}),
  }
}

function isThere(files: Pick<Files, 'isThere'>, path: string): boolean {
  try {
    return files.isThere(path)
  } catch {
    return false
  }
}

/** The path after all links; as it is where there is nothing yet. */
function realPathOf({ realPath }: Pick<Files, 'realPath'>, path: string): string {
  try {
    return realPath(path)
  } catch {
    return resolve(path)
  }
}
