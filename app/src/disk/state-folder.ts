import { createHash } from 'node:crypto'
import { isAbsolute, join, posix, resolve, win32 } from 'node:path'

/** The facts that decide where Mortise keeps its own files. */
export interface StatePlace {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** The user's home. */
  readonly home: string
}

/** The folder for journal, backups and index: `$MORTISE_HOME`, else where the platform keeps state. */
export function stateFolder({ env, platform, home }: StatePlace): string {
  if (env.MORTISE_HOME) return resolve(env.MORTISE_HOME)
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'mortise')
  if (platform === 'win32')
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'mortise')
  const state = env.XDG_STATE_HOME
  // A relative path is to be ignored, says the XDG base directory specification.
  return posix.join(state && isAbsolute(state) ? state : posix.join(home, '.local', 'state'), 'mortise')
}

/**
 * The folder for journal, backups and index of another home, by its real path.
 *
 * It lies with the user: a home may come from anybody, and a journal in it could name any file of this machine.
 */
export function stateFolderOf(state: string, realHome: string): string {
  return join(state, 'homes', createHash('sha256').update(realHome).digest('hex').slice(0, 32))
}
