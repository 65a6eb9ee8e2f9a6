import type { FleetDatabase, RunRow } from '../../fleet/index.ts'
import { closest } from '../../text/closest.ts'
import { readSpan } from '../program/amounts.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { tableLines } from '../screen/catalogue.ts'
import { withFleet } from './fleet-place.ts'
import { runLines } from './run-lines.ts'
import { watchRun } from './watch-run.ts'

const target = { kind: 'fleet' }

type JobCommand = (invocation: Invocation, database: FleetDatabase, run: string) => Promise<number>

const deeds: Readonly<Record<string, JobCommand>> = {
  watch: watchRun,
  cancel: cancelOne,
  retry: retryOne,
  undo: undoOne,
}

/** Lists the runs of a fleet, or does one thing with one of them. */
export function jobs(invocation: Invocation): Promise<number> {
  const [name, run, ...more] = invocation.words
  if (name === 'forget') return forgetOld(invocation)
  if (name === undefined) return withFleet(invocation, (database) => listAll(invocation, database))
  const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined
  if (deed === undefined) throw unknownDeed(name, invocation.program)
  if (run === undefined || more.length > 0)
    throw new CommandError(
      'usage',
      `\`jobs ${name}\` takes the name of one run, such as \`clean@42\`.`,
      `${invocation.program} jobs`,
    )
  return withFleet(invocation, (database) => deed(invocation, database, run))
}

async function listAll(invocation: Invocation, { query }: FleetDatabase): Promise<number> {
  const { listRuns } = await import('../../fleet/index.ts')
  const runs = await listRuns(query)
  const { flags, out } = invocation
  if (flags.json) out.json({ ...answerHead('jobs', target), runs })
  else if (runs.length === 0) out.tell('No run was asked for yet.')
  else
    out.tell(
      tableLines(
        invocation,
        ['run', 'state', 'shards', 'changed', 'untouched', 'skipped', 'failed', 'why'],
        runs.map(cellsOf),
      ),
    )
  return exits.sound
}

function cellsOf({
  run,
  state,
  done,
  failedShards,
  shards,
  changed,
  untouched,
  skipped,
  failed,
  reason,
}: RunRow): string[] {
  return [
    run,
    state,
    `${done + failedShards}/${shards}`,
    ...[changed, untouched, skipped, failed].map(String),
    reason,
  ]
}

async function cancelOne({ flags, out }: Invocation, database: FleetDatabase, run: string): Promise<number> {
  const { cancelRun } = await import('../../fleet/index.ts')
  const shards = await cancelRun(database, run)
  if (flags.json) out.json({ ...answerHead('jobs cancel', target), run, shards })
  else
    out.tell(
      `${out.style.paint('green', out.style.good)} ${run} is cancelled; shards that were left: ${shards}`,
    )
  return exits.sound
}

async function retryOne(
  { flags, out, program }: Invocation,
  database: FleetDatabase,
  run: string,
): Promise<number> {
  const { retryRun } = await import('../../fleet/index.ts')
  const shards = await retryRun(database, run)
  if (flags.json) out.json({ ...answerHead('jobs retry', target), run, shards })
  else if (shards === 0) out.tell(`${run} has no shard that failed or was cancelled.`)
  else out.tell(`shards that are tried again: ${shards}`, `watch them: ${program} jobs watch ${run}`)
  return shards === 0 ? exits.faults : exits.sound
}

async function undoOne(invocation: Invocation, database: FleetDatabase, of: string): Promise<number> {
  const { undoRun } = await import('../../fleet/index.ts')
  const { agent, reason = '' } = invocation.flags
  const run = await undoRun(database, of, { agent, reason })
  return tellAsked(invocation, 'jobs undo', { run, isUnderWay: false })
}

/** Forgets old runs and their way back; without `--yes` it only lists them. */
function forgetOld(invocation: Invocation): Promise<number> {
  const { flags, out, program, words } = invocation
  const { before } = flags
  if (before === undefined || words.length > 1)
    throw new CommandError(
      'usage',
      '`jobs forget` takes a time with `--before`, and no name.',
      `${program} jobs forget --before 90d`,
    )
  const time = new Date(Date.now() - readSpan(before, 'before'))
  return withFleet(invocation, async ({ query }) => {
    const { forgetRuns, forgettableRuns, sweepForgotten } = await import('../../fleet/index.ts')
    const isForgotten = flags.yes === true
    const runs = await (isForgotten ? forgetRuns : forgettableRuns)(query, time)
    while (isForgotten && (await sweepForgotten(query)) > 0);
    if (flags.json) out.json({ ...answerHead('jobs forget', target), runs, isForgotten })
    else if (runs.length === 0) out.tell('No run is that old and over.')
    else if (isForgotten) out.tell(`forgotten: ${runs.join(', ')}`)
    else
      out.tell(
        `would be forgotten, and could not be taken back any more: ${runs.join(', ')}`,
        `forget them: ${program} jobs forget --before ${before} --yes`,
      )
    return exits.sound
  })
}

/** Says that a run was asked for, and how to watch it. */
export function tellAsked(
  { flags, out, program }: Invocation,
  command: string,
  asked: { readonly run: string; readonly isUnderWay: boolean },
): number {
  if (flags.json) out.json({ ...answerHead(command, target), ...asked })
  else out.tell(...runLines(out, program, asked))
  return exits.sound
}

function unknownDeed(name: string, program: string): CommandError {
  const near = closest(name, [...Object.keys(deeds), 'forget'])
  const guess =
    near === undefined
      ? ' It takes `watch`, `cancel`, `retry`, `undo` and `forget`.'
      : ` Did you mean \`${near}\`?`
  return new CommandError('usage', `\`jobs\` has no \`${name}\`.${guess}`, `${program} jobs --help`)
}
