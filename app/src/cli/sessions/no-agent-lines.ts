import { foldersIn, type SessionContext } from '../../sessions/find/context.ts'
import { otherAgentsIn } from '../../sessions/find/other-agents.ts'
import type { Invocation } from '../program/command.ts'
import { printable } from '../screen/printable.ts'
import { pasted } from '../screen/wrap.ts'
import { nearHome } from './session-names.ts'

/** Says that no known agent is here, which others are, and what to do; perhaps the folders that were looked in. */
export function noAgentLines(
  { program }: Pick<Invocation, 'program'>,
  context: SessionContext,
  withFolders = false,
): string[] {
  const others = otherAgentsIn(context)
  const names = context.agents.map(({ title }) => title).join(', ')
  const seen =
    others.length === 0 ? '' : ` ${others.join(', ')}: found, but Mortise cannot judge their sessions yet.`
  const folders = foldersIn(context).map((folder) => `  ${printable(nearHome(folder, context.home.folder))}`)
  return [
    `No session of ${names} is here.${seen}`,
    pasted('For any other agent, paste its error: ', `${program} explain`),
    ...(withFolders ? ['Looked in:', ...new Set(folders)] : []),
  ]
}
