import { join } from 'node:path'
import type { Home, Place } from '../contract/store.ts'

/** How the file with the conversation of a task is called. */
export const arrayFile = 'api_conversation_history.json'

const editors = ['Code', 'Code - Insiders', 'Cursor', 'VSCodium', 'Windsurf']
const servers = [
  '.vscode-server',
  '.vscode-server-insiders',
  '.cursor-server',
  '.vscodium-server',
  '.windsurf-server',
]

/** The folders in which editors keep the tasks of an extension: one each, called after the time at which it began. */
export function placesOf(home: Home, extension: string): readonly Place[] {
  const bases = [
    ...editors.map((editor) => join(configFolder(home), editor)),
    ...servers.map((server) => join(home.folder, server, 'data')),
  ]
  return bases.map((base) => ({
    folder: join(base, 'User', 'globalStorage', extension, 'tasks'),
    isSession: (path) => session.test(path),
  }))
}

const session = /^[^/]+\/api_conversation_history\.json$/

/** The folder in which the programs of a user keep their settings. */
function configFolder({ folder, environment, platform }: Home): string {
  if (platform === 'darwin') return join(folder, 'Library', 'Application Support')
  if (platform === 'win32') return environment.APPDATA || join(folder, 'AppData', 'Roaming')
  return environment.XDG_CONFIG_HOME || join(folder, '.config')
}
