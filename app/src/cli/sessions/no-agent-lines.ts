import { printable } from '../screen/printable.ts'
import { nearHome } from './session-names.ts'
import { foldersIn, type Ward } from './ward.ts'

/** Says that there is no agent, and where it was looked for. */
export function noAgentLines(ward: Ward): string[] {
  const folders = foldersIn(ward).map((folder) => printable(nearHome(folder, ward.home.folder)))
  return [`No agent found. Looked in: ${folders.join(', ')}`]
}
