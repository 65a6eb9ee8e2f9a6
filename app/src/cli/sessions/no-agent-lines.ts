import { foldersIn, type SessionContext } from '../../sessions/find/context.ts'
import { otherAgentsIn } from '../../sessions/find/other-agents.ts'
import type { Invocation } from '../program/command.ts'
import { printable } from '../screen/printable.ts'
import { pasted } from '../screen/wrap.ts'
import { nearHome } from './session-names.ts'

/** Says that no known agent is here, which others are, and what to do; perhaps the folders that were looked in. */
export function noAgentLines(
  { program, flags: { since } }: Pick<Invocation, 'program' | 'flags'>,
  context: SessionContext,
  withFolders = false,
): string[] {
  const names = context.agents.map(({ title }) => title).join(', ')
  if (since !== undefined) return [`No session of ${names} was written to in the last ${since}.`]
  const others = otherAgentsIn(context)
  const seen =
    others.length === 0 ? '' : ` ${others.join(', ')}: found, but Mortise cannot judge their sessions yet.`
  const folders = foldersIn(context).map((folder) => `  ${printable(nearHome(folder, context.home.folder))}`)
  return [
    `No session of ${names} is here.${seen}`,
    pasted('For any other agent, paste its error: ', `${program} explain`),
    ...(withFolders ? ['Looked in:', ...new Set(folders)] : []),
  ]
}

/** Says that no session is in the places named, or none on this machine. */
export function nothingLines(invocation: Invocation, context: SessionContext): string[] {
  const { words, flags } = invocation
  if (words.length === 0) return noAgentLines(invocation, context, flags.all)
  const named = words.map((word) => `\`${word}\``).join(', ')
  return [`There is no session in ${named} that is known here.`]
}
