import type { Tail } from '@mortise/core'
import {
  type Disk,
  type DiskError,
  type Liveness,
  type LivenessOptions,
  livenessOf,
  type ProcessSnapshot,
  readLog,
  type ScanIndex,
  snapshotOf,
  withOpenFile,
} from '../../disk/index.ts'
import type { Store } from '../../stores/contract/store.ts'
import type { Found } from '../find/find.ts'
import { openIn, tellLoaded } from '../view/debug-lines.ts'
import { keptVerdict, keyFor, type VerdictKeys, verdictKeys } from './kept-verdict.ts'
import { isBroken, type SessionVerdict, verdictOn } from './verdict.ts'
import { withTables } from './with-tables.ts'
import { writersOf } from './writers.ts'

/** A session with its verdict, and whether an agent is still writing it. */
export interface JudgedSession extends Found {
  readonly health: 'sound' | 'broken' | 'unreadable'
  readonly live: Liveness
  /** Undefined if the session cannot be read. */
  readonly verdict: SessionVerdict | undefined
  /** The reason why the session cannot be read. */
  readonly problem: DiskError | undefined
}

/** Judges one session, and writes the verdict into the index. */
export type Judge = (found: Found) => JudgedSession

/** Makes a judge of sessions; the processes of the machine are listed once, for all of them. */
export function judgeWith(disk: Disk, index: ScanIndex, version: string): Judge {
  const agentOf = runningAgents(disk, version)
  return (found) => {
    const agent = agentOf(found.store)
    const first = keptOrRead(disk, index, agent.keys, found)
    if (first.verdict === undefined) return judgedSession(found, first, { state: 'unknown' })
    const open = openIn(first.verdict.found)
    if (open.length > 0) tellLoaded({ agent: found.store.name, id: first.verdict.id, open })
    // Most of the time no agent runs, and then no session has to be compared with its processes.
    const writers = agent.snapshot.processes()?.length === 0 ? undefined : writersOf(found, first.verdict)
    const options = writers === undefined ? agent : { ...agent, ...writers }
    const place = withTables(disk, found.store)
    const seen = livenessOf(place, found.target, options)
    const isOurs = seen.state === 'live' && seen.because === 'recent' && isOwnCopy(disk, found)
    const live = isOurs ? livenessOf(place, found.target, { ...options, recentMs: 0 }) : seen
    // The last turn of a live session may be unfinished, so its end is not judged.
    const isToBeReadAgain = live.state === 'live' && first.health === 'broken'
    return judgedSession(found, isToBeReadAgain ? readVerdict(disk, found, 'open') : first, live)
  }
}

/** Whether Mortise itself wrote a session as a copy, and nobody has written to it since. */
function isOwnCopy(disk: Disk, { target: { path, stat } }: Found): boolean {
  const log = readLog(disk)
  if (!log.ok) return false
  const newest = log.value.operations.find((operation) => operation.path === path)
  return newest?.kind === 'create' && newest.result === 'done' && newest.after?.size === stat.size
}

// Member by member: for thousands of sessions, a spread would take longer than asking for their sizes.
function judgedSession({ store, profile, target }: Found, reading: Reading, live: Liveness): JudgedSession {
  const { health, verdict, problem } = reading
  return { store, profile, target, health, live, verdict, problem }
}

/** The running processes of one agent, its lock, and its keys in the index. */
type RunningAgent = Pick<LivenessOptions, 'lock'> &
  Required<Pick<LivenessOptions, 'snapshot'>> & { readonly keys: VerdictKeys }

function runningAgents(disk: Disk, version: string): (store: Store) => RunningAgent {
  let all: ProcessSnapshot | undefined
  const byStore = new Map<Store, RunningAgent>()
  return (store) => {
    const known = byStore.get(store)
    if (known !== undefined) return known
    all ??= snapshotOf(disk)
    const { writersOf: writers, processes } = all
    const programs = store.isAgent === undefined ? [] : processes()
    const own = programs?.filter((each) => store.isProgram?.(each) ?? true)
    const snapshot = { writersOf: writers, processes: () => own }
    const keys = verdictKeys(`${version} ${store.name}`)
    const agent = store.lock === undefined ? { snapshot, keys } : { snapshot, keys, lock: store.lock }
    byStore.set(store, agent)
    return agent
  }
}

type Reading = Pick<JudgedSession, 'health'> &
  (
    | { readonly verdict: SessionVerdict; readonly problem?: undefined }
    | { readonly verdict: undefined; readonly problem: DiskError }
  )

function keptOrRead(disk: Disk, index: ScanIndex, keys: VerdictKeys, found: Found): Reading {
  const { target } = found
  const kept = keptVerdict(keys, index.known(target))
  if (kept !== undefined) return kept
  const read = readVerdict(disk, found, 'rest')
  const { verdict } = read
  if (verdict !== undefined) {
    const openCalls = verdict.found.flatMap(({ rule, calls }) =>
      rule === 'call-without-result' ? calls : [],
    )
    const key = keyFor(keys, verdict)
    index.learn(target, { key, brief: verdict.id, verdict, tailOffset: target.stat.size, openCalls })
  }
  return read
}

function readVerdict(disk: Disk, { store, target: { path, stat } }: Found, tail: Tail): Reading {
  // The index keeps a verdict for the size that the file was found with; a live session is read to its present end.
  // The size of a session in a database is only an estimate, and that of a compressed one is another.
  const isExact = store.tables === undefined && store.packing?.isPacked(path) !== true
  const size = tail === 'rest' && isExact ? stat.size : Number.POSITIVE_INFINITY
  const outcome = withOpenFile(withTables(disk, store), path, ({ read, whole }) =>
    verdictOn(store, path, { read, whole, size }, tail),
  )
  if (!outcome.ok) return { health: 'unreadable', verdict: undefined, problem: outcome.error }
  return { health: isBroken(outcome.value) ? 'broken' : 'sound', verdict: outcome.value }
}
