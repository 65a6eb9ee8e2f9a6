import { join } from 'node:path'
import { kindAt } from '../judge/examine.ts'
import type { SessionContext } from './context.ts'

/** The folders by which agents without a store are seen in a home. */
const folders: readonly (readonly [agent: string, ...path: readonly string[]])[] = [
  ['Cursor', '.cursor', 'projects'],
  ['Continue', '.continue', 'sessions'],
  ['Droid', '.factory', 'sessions'],
  ['DeepSeek Harness', '.dsh', 'sessions'],
  ['Goose', '.local', 'share', 'goose'],
  ['Amp', '.local', 'share', 'amp'],
  ['Zed', '.local', 'share', 'zed', 'threads'],
]

/** The agents without a store that keep sessions in this home. */
export function otherAgentsIn(context: Pick<SessionContext, 'disk' | 'home'>): readonly string[] {
  return folders.flatMap(([agent, ...path]) =>
    kindAt(context, join(context.home.folder, ...path)) === 'folder' ? [agent] : [],
  )
}
