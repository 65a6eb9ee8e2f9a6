import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { House } from '../transition/house.ts'
import { bin, folder, later, machineFile } from './machines.ts'

/** A worker of the fleet as a process of its own, whose user is the owner of a home with sessions. */
export interface WorkerProcess {
  readonly process: ChildProcess
  /** Dies at once, as a machine does that loses its power. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** The line that it said first, as JSON. */
  readonly first: string
  /** The lines of its log. */
  said(): string
}

/** Starts a process of a node and waits until it says that it is there. */
export async function processOf(
  words: readonly string[],
  name: string,
  database: string,
  { house, more = '' }: { house?: House; more?: string } = {},
): Promise<WorkerProcess> {
  const home = house?.folder ?? join(folder, name)
  const file = machineFile(name, database, more)
  const env = { PATH: process.env.PATH, HOME: home }
  const child = spawn(process.execPath, [bin, ...words, '--config', file, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (piece) => {
    said += String(piece)
  })
  const closed = once(child, 'close')
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await closed
  }
  later(() => end('SIGKILL'))
  const first = await Promise.race([once(child.stdout, 'data'), closed.then(() => undefined)])
  if (first === undefined) throw new Error(`It ended at its start: ${said}`)
  return {
    process: child,
    first: String(first[0]),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    said: () => said,
  }
}

/** How often each session of a home was changed, by the journal. */
export function changesIn(house: House): Readonly<Record<string, number>> {
  const journal = readFileSync(join(house.folder, '.local/state/mortise/journal.jsonl'), 'utf8')
  const records = journal
    .trim()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as { type: string; op: string; kind?: string; path?: string; result?: string },
    )
  const done = new Set(records.filter(({ result }) => result === 'done').map(({ op }) => op))
  const counts: Record<string, number> = {}
  for (const { op, kind, path } of records)
    if (kind === 'change' && path !== undefined && done.has(op)) counts[path] = (counts[path] ?? 0) + 1
  return counts
}
