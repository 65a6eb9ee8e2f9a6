import { foldersIn, type SessionContext } from '../../sessions/find/context.ts'
import { printable } from '../screen/printable.ts'
import { nearHome } from './session-names.ts'

/** Says that there is no agent, and where it was looked for. */
export function noAgentLines(context: SessionContext): string[] {
  const folders = foldersIn(context).map((folder) => printable(nearHome(folder, context.home.folder)))
  return [`No agent found. Looked in: ${folders.join(', ')}`]
}
