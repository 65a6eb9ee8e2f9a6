import { option, quote } from '../text/shell-words.ts'
import type { CleanTotals } from './cleanup.ts'
import { denies, deniesAll, type ToolPolicy } from './policy.ts'
import { nameOf, type TransitionTarget } from './targets.ts'

/** A target whose sessions are concerned by a changed config. */
export interface Move {
  readonly target: TransitionTarget
  readonly after: ToolPolicy
  /** The tools that became denied; undefined where all did. */
  readonly tools: readonly string[] | undefined
  /** The tools that are called in its sessions, as far as anybody asked. */
  readonly called: readonly string[]
}

const shownTools = 5

/** The lines about the changes, each once; `end` says what happens next. */
export function changeLines(moves: readonly Move[], overall: ToolPolicy, end: string): readonly string[] {
  return [
    ...new Set(
      moves.map((move) => `${memberOf(move, overall)} changed to disable ${toolWords(move)}; ${end}`),
    ),
  ]
}

/** The end of a line for sessions that are cleaned, or would be. */
export function cleaningWords(isDry: boolean): string {
  if (isDry) return 'session transcripts would be cleaned to remove tool call history'
  return 'cleaning session transcripts to remove tool call history'
}

/** The member of the config that denies, and its profile unless it is for all. */
function memberOf({ target, after, tools, called }: Move, overall: ToolPolicy): string {
  const holds = (policy: ToolPolicy): boolean =>
    tools === undefined ? deniesAll(policy, called) : tools.every((tool) => denies(policy, tool))
  const member = holds({ ...after, allow: [] }) ? 'tools.deny' : 'tools.allow'
  return holds(overall) ? member : `${member} of ${nameOf(target)}`
}

function toolWords({ tools }: Move): string {
  if (tools === undefined) return 'all tools'
  const more = tools.length > shownTools ? ` and ${tools.length - shownTools} more` : ''
  return `${tools.slice(0, shownTools).join(', ')}${more}`
}

/** The line about a session that was cleaned, or would be. */
export function fileLine(removed: number, name: string, isDry: boolean): string {
  if (isDry) return `Would clean ${removed} tool-related messages from ${name}`
  return `Cleaned ${removed} tool-related messages from ${name}`
}

/** A session as the log names it: from its profile on; one in a database by its id. */
export function logName({ profile }: TransitionTarget, path: string, id: string): string {
  if (profile === undefined) return path
  const at = path.replaceAll('\\', '/').lastIndexOf(`/${profile}/`)
  return path.endsWith('.jsonl') && at >= 0 ? path.slice(at + 1) : `${profile}/${id}`
}

/** The line about all sessions. */
function totalLine({ processed, cleaned, removed, failed }: CleanTotals, isDry: boolean): string {
  const left = failed === 0 ? '' : `; ${failed} left alone`
  if (isDry)
    return `Session cleanup not done: processed ${processed} files, would clean ${cleaned} files and remove ${removed} tool-related messages${left}`
  const end = failed === 0 ? 'complete' : 'incomplete'
  return `Session cleanup ${end}: processed ${processed} files, cleaned ${cleaned} files, removed ${removed} tool-related messages${left}`
}

/** How the line about all sessions is told: as a warning where some could not be cleaned. */
export function tellTotals(
  log: { info(line: string): void; warn(line: string): void },
  totals: CleanTotals,
  isDry: boolean,
): void {
  const line = totalLine(totals, isDry)
  if (totals.failed > 0) log.warn(line)
  else log.info(line)
}

/** The line about sessions that have to rest first. */
export function waitingLine(count: number): string {
  return `${count === 1 ? '1 session is' : `${count} sessions are`} in use; cleaned when at rest`
}

/** The line with the command that takes a whole cleaning back. */
export function undoLine(program: string, run: string, home: string | undefined): string {
  return `To take this cleaning back: ${program} undo ${run}${homeFlag(home)}`
}

/** The words about sessions that no store is listed for, with the command that cleans them. */
export function unlistedWords(
  program: string,
  { cleaned, removed }: CleanTotals,
  moves: readonly Move[],
  isEverybody: boolean,
): string {
  const count = cleaned === 1 ? '1 session' : `${cleaned} sessions`
  const commands = isEverybody
    ? [commandFor(program, moves)]
    : moves.map((move) => commandFor(program, [move], nameOf(move.target)))
  const words = `${count} with ${removed} tool-related messages would be cleaned, but \`sessions\` lists no store`
  return `${words}; by hand: ${[...new Set(commands)].join(' ; ')}`
}

function commandFor(program: string, moves: readonly Move[], agent?: string): string {
  const isAll = moves.every(({ tools }) => tools === undefined)
  const denied = moves.flatMap(({ called, after }) => called.filter((tool) => denies(after, tool)))
  const tools = isAll || denied.length === 0 ? ['*'] : [...new Set(denied)].sort()
  const mode = moves[0]?.after.history ?? 'strip'
  const words = [
    `${program} clean`,
    `--tools ${quote(tools.join(','))}`,
    ...(mode === 'strip' ? [] : [`--mode ${mode}`]),
    ...(agent === undefined ? [] : [option('--agent', agent)]),
  ]
  return words.join(' ')
}

function homeFlag(home: string | undefined): string {
  return home === undefined ? '' : ` ${option('--home', home)}`
}
