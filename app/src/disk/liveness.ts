import type { Machine } from './around.ts'
import { DiskError } from './failure.ts'
import type { Sight } from './files.ts'
import type { Holder, LockProtocol } from './lock.ts'
import type { ProcessDetails, RunningProcess } from './processes.ts'
import { rowPathIn } from './sqlite/row-path.ts'
import { rowLivenessOf, rowPlaceOf } from './sqlite/shelf.ts'
import type { Target } from './target.ts'

/** Whether somebody writes to a file. */
export type Liveness =
  | { readonly state: 'idle' }
  | {
      readonly state: 'live'
      /** The lock is held, the file is open for writing, the agent runs, or it wrote a moment ago. */
      readonly because: 'locked' | 'open' | 'running' | 'recent'
      /** Those who are known; none where only a lock or the time tells. */
      readonly writers: readonly RunningProcess[]
    }
  /** This machine does not tell who has a file open. */
  | { readonly state: 'unknown' }

/** The facts about writers that only a store knows. */
export interface LivenessOptions {
  readonly lock?: LockProtocol
  /** Whether a process is the agent at work on this file: most agents hold no file open between two lines. */
  readonly isAgent?: (process: ProcessDetails) => boolean
  /** A file written to within this time counts as live. */
  readonly recentMs?: number
  /** The processes of the machine, listed once for many files; if left out, they are listed for each file. */
  readonly snapshot?: ProcessSnapshot
}

/** The open files and running processes of the machine, listed once for many files. */
export interface ProcessSnapshot {
  writersOf(stat: Sight): readonly RunningProcess[] | undefined
  processes(): readonly ProcessDetails[] | undefined
}

const defaultRecentMs = 5000
const idle: Liveness = { state: 'idle' }
const unknown: Liveness = { state: 'unknown' }
const nobody: readonly RunningProcess[] = []

/** The inode in a key, as near as a number comes to it: enough to see that nobody has a file open. */
function inodeOf(key: string): number {
  return Number(key.slice(key.indexOf(':') + 1))
}

/** Lists the processes of the machine once: for any number of files, or for those asked for. */
export function snapshotOf(
  { processes }: Machine,
  isAskedFor: (key: string) => boolean = () => true,
): ProcessSnapshot {
  const writers = processes.writers(isAskedFor)
  const inodes = new Set([...(writers?.keys() ?? [])].map(inodeOf))
  let list: readonly ProcessDetails[] | undefined
  return {
    writersOf: (stat) => {
      if (writers === undefined) return undefined
      return inodes.has(stat.inode) ? (writers.get(stat.key) ?? nobody) : nobody
    },
    processes: () => {
      list ??= processes.list()
      return list
    },
  }
}

/** Tells whether a file has a live writer. */
export function livenessOf(
  around: Machine,
  target: Pick<Target, 'path' | 'stat'>,
  options: LivenessOptions = {},
): Liveness {
  const rows = rowPathIn(target.path)
  if (rows !== undefined) return rowLivenessOf(around, rowPlaceOf(around, rows), options)
  const { isAgent, snapshot = snapshotOf(around, (key) => key === target.stat.key) } = options
  const holder = options.lock?.holder(target.path, around)
  if (holder !== undefined) {
    const { pid, name = 'unknown' } = holder
    return live('locked', pid === undefined ? [] : [{ pid, name }])
  }
  const writers = snapshot.writersOf(target.stat)
  if (writers !== undefined && writers.length > 0) return live('open', writers)
  const agents = isAgent === undefined ? [] : (snapshot.processes() ?? []).filter(isAgent)
  if (agents.length > 0) return live('running', agents)
  const age = around.now() - target.stat.modified
  if (Math.abs(age) < (options.recentMs ?? defaultRecentMs)) return live('recent', [])
  return writers === undefined ? unknown : idle
}

/** Says in one sentence why a live file is left alone. */
export function liveFailure(
  path: string,
  liveness: Liveness & { readonly state: 'live' },
  lockPath?: string,
): DiskError {
  const { because, writers } = liveness
  const who = writers.map(({ pid, name }) => `${name} (pid ${pid})`).join(', ')
  const sentences = {
    locked: who === '' ? 'is locked by another program' : `is locked by ${who}`,
    open: `is open for writing in ${who}`,
    running: who === '' ? 'has a turn under way' : `belongs to ${who}, still running`,
    recent: 'was written to a moment ago',
  }
  return new DiskError(
    because === 'locked' ? 'locked' : 'live',
    `\`${path}\` ${sentences[because]}; nothing was changed.`,
    3,
    // A lock that names nobody can only be looked at.
    lockPath === undefined || who !== '' ? {} : { path: lockPath },
  )
}

/** Says in one sentence who holds the lock of a file. */
export function lockFailure(path: string, { pid, name = 'unknown' }: Holder): DiskError {
  const writers = pid === undefined ? [] : [{ pid, name }]
  return liveFailure(path, { state: 'live', because: 'locked', writers })
}

function live(
  because: (Liveness & { state: 'live' })['because'],
  writers: readonly RunningProcess[],
): Liveness {
  return { state: 'live', because, writers: writers.map(({ pid, name }) => ({ pid, name })) }
}
