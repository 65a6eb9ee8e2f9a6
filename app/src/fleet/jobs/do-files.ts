import { type DiskOutcome, isBusy, openDisk, readLog } from '../../disk/index.ts'
import { openContext, type SessionContext } from '../../sessions/find/context.ts'
import { reverse } from '../../sessions/history/reverse.ts'
import { examineFinds } from '../../sessions/judge/examine.ts'
import { mendEach } from '../../sessions/rewrite/mend-many.ts'
import { mendRewrite } from '../../sessions/rewrite/rewrite.ts'
import { mayPass } from '../../sessions/rewrite/rewrite-all.ts'
import { packings, tables } from '../../stores/index.ts'
import { cleanUp, type Pool } from '../../transition/index.ts'
import { FleetError } from '../database.ts'
import { type FileWork, journalRunOf, type ShardKey, type ShardOutcome, type ToldSession } from './errand.ts'
import type { ShardRow } from './shard-rows.ts'

/** The surroundings of the work on files. */
export interface FileParts {
  readonly pool: Pool
  readonly version: string
  /** Whether no other session is to be begun. */
  isStopped(): boolean
}

/** The sessions that one round of work came by. */
interface Round {
  changed: number
  failed: number
  readonly left: string[]
  readonly told: ToldSession[]
}

/**
 * Does the work of a shard of files.
 *
 * Each session has its own entry in the journal of the machine, under a name that the shard alone has. A second try
 * after a crash finds by it the sessions that were changed already, and changes none twice.
 */
export async function doFiles(
  key: ShardKey,
  row: ShardRow,
  work: FileWork,
  parts: FileParts,
  isResumed: boolean,
): Promise<ShardOutcome> {
  const round: Round = { changed: 0, failed: 0, left: [], told: [] }
  const run = journalRunOf(key)
  const paths = work.left ?? work.paths
  if (work.do === 'clean') await clean(work, paths, run, parts, round)
  else if (work.do === 'undo') await takeBack(work, run, parts, round)
  else await mend(work, paths, run, parts, round)
  // A shard that was cut short is taken up again by the next worker.
  if (parts.isStopped()) throw new FleetError('stopped', 'The worker was stopped.', 3)
  const isFirst = work.left === undefined
  const changed =
    isResumed && work.do !== 'doctor' ? changedBy(work, run) : round.changed + (isFirst ? 0 : row.changed)
  const failed = round.failed + (isFirst ? 0 : row.failed)
  const untouched = Math.max(0, row.sessions - changed - failed - round.left.length)
  return { changed, untouched, left: round.left, failed, told: [...(isFirst ? [] : row.told), ...round.told] }
}

async function clean(
  { target, options }: FileWork,
  paths: readonly string[],
  run: string,
  { pool, isStopped }: FileParts,
  round: Round,
): Promise<void> {
  if (options === undefined) throw new FleetError('bad-shard', 'The shard names no tools.', 4)
  const problem = await pool.run({ do: 'conclude', target })
  if (problem !== undefined) throw new FleetError('unsettled', problem, 3)
  const files = paths.map((path) => ({ path, size: 0 }))
  const { cleaned, failed, busy } = await cleanUp(pool, [{ target, options, files }], {
    run,
    isWanted: () => !isStopped(),
    onFiles(rows) {
      for (const { path = '', failure } of rows)
        if (failure?.mayPass === false) round.told.push({ session: path, message: failure.message })
    },
  })
  round.changed = cleaned
  round.failed = failed
  round.left.push(...busy.flatMap((chore) => chore.files.map(({ path }) => path)))
}

/** Judges sessions, and mends those that their APIs would refuse. */
async function mend(
  { do: act, target, policy }: FileWork,
  paths: readonly string[],
  run: string,
  { version, isStopped }: FileParts,
  round: Round,
): Promise<void> {
  const context = contextOf(target.home, run, version)
  const { sessions, closed } = examineFinds(context, context.findIn(paths))
  context.index.save()
  const tell = (session: string, message: string): void => void round.told.push({ session, message })
  for (const { path = '', message } of [...closed, ...sessions.flatMap(({ problem }) => problem ?? [])]) {
    round.failed += 1
    tell(path, message)
  }
  const broken = sessions.filter(({ health }) => health === 'broken')
  if (act === 'doctor') {
    round.changed = broken.length
    for (const {
      target: { path },
      verdict,
    } of broken)
      tell(path, [...new Set(verdict?.found.map(({ rule }) => rule))].join(', '))
    return
  }
  const how = mendRewrite({ command: 'repair', ...(policy === undefined ? {} : { policy }) })
  for await (const batch of mendEach(context, broken, how, { isStopped }))
    for (const { session, outcome } of batch) {
      const { path } = session.target
      if (outcome.is === 'done' && outcome.report.operation !== undefined) round.changed += 1
      else if (outcome.is === 'failed' && mayPass(outcome.error)) round.left.push(path)
      else {
        round.failed += 1
        tell(path, outcome.is === 'failed' ? outcome.error.message : 'Not every fault of it can be mended.')
      }
    }
}

/** Brings the bytes from before a shard back. */
async function takeBack(
  { target, undoes = '' }: FileWork,
  own: string,
  { version, isStopped }: FileParts,
  round: Round,
): Promise<void> {
  const context = contextOf(target.home, own, version)
  if (!operationsOf(context, undoes).some(({ isTakenBack }) => !isTakenBack)) return
  const outcome = await reverse(context, {
    act: 'undo',
    word: undoes,
    isForced: false,
    patience: { waitMs: 0 },
    isStopped,
  })
  // Of a single session, the failure is that of the whole.
  const single = outcome.ok ? undefined : outcome.error
  if (single !== undefined && single.path === undefined) throw single
  if (outcome.ok && outcome.value.is === 'one') round.changed = 1
  const run = outcome.ok && outcome.value.is === 'run' ? outcome.value : undefined
  round.changed += run?.reversed.length ?? 0
  const others = run?.left.map(({ path, error }) => ({ path, error })) ?? []
  for (const { path, error } of single === undefined
    ? others
    : [{ path: single.path ?? '', error: single }]) {
    if (isBusy(error) || error.code === 'state-busy') round.left.push(path)
    else {
      round.failed += 1
      round.told.push({ session: path, message: error.message })
    }
  }
}

/** The sessions of a machine, whose operations get the name of a shard. */
function contextOf(home: string | undefined, run: string, version: string): SessionContext {
  const context = openContext({ home, version })
  return { ...context, disk: openDisk(context.disk.folder, { run, tables, packings }) }
}

/** How many sessions the journal says that a shard has changed. */
function changedBy({ target }: FileWork, run: string): number {
  const log = take(readLog(openDisk(target.state, { tables, packings })))
  const own = log.operations.filter((each) => each.run === run && each.result === 'done')
  return new Set(own.map(({ path }) => path)).size
}

function operationsOf({ disk }: SessionContext, run: string): readonly { readonly isTakenBack: boolean }[] {
  return take(readLog(disk)).operations.filter((each) => each.run === run && each.result === 'done')
}

function take<Value>(outcome: DiskOutcome<Value>): Value {
  if (!outcome.ok) throw outcome.error
  return outcome.value
}
