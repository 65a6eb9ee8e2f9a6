import type { FleetDatabase, Revision } from '../../fleet/index.ts'
import { readSpan } from '../program/amounts.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import { type NodesStanding, nodeLines, whenApplied } from './fleet-nodes.ts'
import { runLines } from './run-lines.ts'

/** A revision that was written, and what came of it so far. */
export interface WrittenRevision {
  readonly revision: number
  readonly nodes: NodesStanding
  /** The run that cleans the sessions, if it denies tools that were allowed before. */
  readonly cleaning?: string
}

/** A change of the config of a fleet, as its writer names it. */
export interface RevisionChange extends Pick<Revision, 'text' | 'name'> {
  readonly base: number
  readonly restores?: number
}

const usualMs = 10_000

/** Writes a revision, and waits a while for the nodes. */
export async function putRevision(
  invocation: Invocation,
  database: FleetDatabase,
  change: RevisionChange,
): Promise<WrittenRevision> {
  const { askTransition, revisionAt, writeRevision } = await import('../../fleet/index.ts')
  const { wait } = invocation.flags
  const reason = reasonOf(invocation)
  const forMs = wait === undefined ? usualMs : readSpan(wait, 'wait')
  let cleaning: string | undefined
  // The cleaning is asked for in the same transaction: there is both, or neither.
  const revision = await writeRevision(database, { ...change, reason }, async (query, written) => {
    const before = change.base === 0 ? undefined : await revisionAt(query, change.base)
    cleaning = (await askTransition(query, before, change, { revision: written, reason }))?.run
  })
  const nodes = await whenApplied(database, revision, forMs)
  return { revision, nodes, ...(cleaning === undefined ? {} : { cleaning }) }
}

/** The reason for a change, which everyone who reads the log is told. */
export function reasonOf({ flags: { reason }, program }: Invocation): string {
  if (reason !== undefined && reason.trim() !== '') return reason
  throw new CommandError(
    'usage',
    'A change of the config of a fleet needs a reason, which the log keeps: say `--reason TEXT`.',
    `${program} config log`,
  )
}

/** The lines about a revision that was written. */
export function writtenRevisionLines(
  invocation: Invocation,
  { nodes, cleaning }: WrittenRevision,
): readonly string[] {
  const { out, program } = invocation
  const queued = cleaning === undefined ? [] : runLines(out, program, { run: cleaning, isUnderWay: false })
  return [...nodeLines(invocation, nodes), ...queued]
}
