import { setTimeout as wait } from 'node:timers/promises'
import type { Amounts, FleetDatabase, RunRow } from '../../fleet/index.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import { stopOnInterrupt } from '../program/interruption.ts'
import { tableLines } from '../screen/catalogue.ts'
import { progressOf } from '../screen/progress.ts'

const everyMs = 200

/** Shows how far a run is until it is over, and then what came of it. */
export async function watchRun(
  invocation: Invocation,
  { query }: FleetDatabase,
  name: string,
): Promise<number> {
  const { runByNode, runOf, toldIn } = await import('../../fleet/index.ts')
  const { flags, out } = invocation
  const stop = stopOnInterrupt(invocation)
  let run = await runOf(query, name)
  let progress = progressOf(invocation, name, run.sessions)
  let [shown, total] = [0, run.sessions]
  while (!isOver(run) && !stop.isStopped) {
    await wait(everyMs)
    run = await runOf(query, name)
    if (run.sessions !== total) {
      progress.end()
      ;[progress, shown, total] = [progressOf(invocation, name, run.sessions), 0, run.sessions]
    }
    progress.step(run.settled - shown, { failed: run.failed })
    shown = run.settled
  }
  progress.end()
  const nodes = await runByNode(query, name)
  const told = await toldIn(query, name)
  if (flags.json) out.json({ ...answerHead('jobs watch', { kind: 'fleet' }), ...run, nodes, told })
  else {
    const words = wordsFor(run.kind)
    const head = ['node', 'shards', ...words]
    const rows = nodes.map((each) => [each.node ?? 'tables', ...cellsOf(each)])
    out.tell(tableLines(invocation, head, [...rows, ['all', ...cellsOf(run)]]))
    out.tell(...told.map(({ session, message }) => `${session}: ${message}`))
    out.tell(
      ...run.errors.map(
        ({ source, shard, error }) => `${source}${shard === null ? '' : ` shard ${shard}`}: ${error}`,
      ),
    )
    out.tell(`${name} is ${run.state}.`)
  }
  if (stop.isStopped) return exits.interrupted
  return run.failed + run.failedShards > 0 ? exits.faults : exits.sound
}

function isOver({ state }: RunRow): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

function cellsOf({ shards, done, failedShards, changed, untouched, skipped, failed }: Amounts): string[] {
  return [`${done + failedShards}/${shards}`, ...[changed, untouched, skipped, failed].map(String)]
}

function wordsFor(kind: string): readonly string[] {
  if (kind === 'doctor') return ['broken', 'sound', 'skipped', 'not read']
  return [kind === 'undo' ? 'restored' : 'changed', 'untouched', 'skipped', 'failed']
}
