import type { Tail } from '@mortise/core'
import {
  type Disk,
  type DiskError,
  type Liveness,
  type LivenessOptions,
  livenessOf,
  outcomeOf,
  type ProcessSnapshot,
  readLog,
  type ScanIndex,
  snapshotOf,
  withOpenFile,
} from '../../disk/index.ts'
import { type Checked, checkOpened, checkSession, type OpenedSession } from '../../stores/check/check.ts'
import type { Store } from '../../stores/contract/store.ts'
import { type ReadBytes, readFrom, recordAt } from '../../stores/records/entries.ts'
import type { Found } from '../find/find.ts'
import { openIn, tellLoaded } from '../view/debug-lines.ts'
import { keptVerdict, keyFor, type VerdictKeys, verdictKeys } from './kept-verdict.ts'
import { openSession, withTables } from './open.ts'
import { shownWords } from './shown-words.ts'
import { isBroken, type SessionVerdict, verdictOn } from './verdict.ts'
import { writersOf } from './writers.ts'

/** A session with its verdict, and whether an agent is still writing it. */
export interface JudgedSession extends Found {
  readonly health: 'sound' | 'broken' | 'unreadable'
  readonly live: Liveness
  /** Undefined if the session cannot be read. */
  readonly verdict: SessionVerdict | undefined
  /** The reason why the session cannot be read. */
  readonly problem: DiskError | undefined
  /** The session, if it was read in full. */
  readonly opened?: OpenedSession
}

/** Judges one session, and writes the verdict into the index. */
export type Judge = (found: Found) => JudgedSession

/** The two ways to judge a session; the processes of the machine are listed once, for all of them. */
export interface Judges {
  /** By the verdict in the index, or by a skim. */
  readonly judge: Judge
  /** By its bytes, which are read in full and handed on: for the one session that was chosen. */
  readonly open: Judge
}

/** Makes a judge of sessions. */
export function judgeWith(disk: Disk, index: ScanIndex, version: string): Judges {
  const agentOf = runningAgents(disk, version)
  const judgeBy =
    (isOpened: boolean) =>
    (found: Found): JudgedSession => {
      const agent = agentOf(found.store)
      const first = keptOrRead(disk, index, agent.keys, found, isOpened)
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
      if (!isToBeReadAgain) return judgedSession(found, first, live)
      const { opened } = first
      return judgedSession(
        found,
        opened ? judgedAs(opened, found, 'open') : readVerdict(disk, found, 'open'),
        live,
      )
    }
  return { judge: judgeBy(false), open: judgeBy(true) }
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
  const { health, verdict, problem, opened } = reading
  const session = { store, profile, target, health, live, verdict, problem }
  return opened === undefined ? session : { ...session, opened }
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

type Reading = Pick<JudgedSession, 'health' | 'opened'> &
  (
    | { readonly verdict: SessionVerdict; readonly problem?: undefined }
    | { readonly verdict: undefined; readonly problem: DiskError }
  )

function keptOrRead(
  disk: Disk,
  index: ScanIndex,
  keys: VerdictKeys,
  found: Found,
  isOpened: boolean,
): Reading {
  const { store, target } = found
  const kept = keptVerdict(keys, index.known(target))
  if (kept !== undefined && !isOpened) return kept
  const read = isOpened ? openVerdict(disk, found) : readVerdict(disk, found, 'rest')
  const { verdict, opened } = read
  // The index keeps a verdict for the size that the file was found with.
  const hasGrown =
    opened !== undefined && isExact(store, target.path) && opened.bytes.length !== target.stat.size
  if (kept === undefined && verdict !== undefined && !hasGrown) {
    index.learn(target, { key: keyFor(keys, verdict), verdict })
  }
  return read
}

/** Whether the size of a session is known before it is read: that of a row is an estimate, a packed one is larger. */
function isExact({ tables, packing }: Store, path: string): boolean {
  return tables === undefined && packing?.isPacked(path) !== true
}

function readVerdict(disk: Disk, found: Found, tail: Tail): Reading {
  const { store, target } = found
  const { path, stat } = target
  // A live session is read to its present end.
  const size = tail === 'rest' && isExact(store, path) ? stat.size : Number.POSITIVE_INFINITY
  const outcome = withOpenFile(withTables(disk, store), path, ({ read, whole }) =>
    readingOf(found, checkSession(store, path, { read, whole, size }, { tail }), read),
  )
  return outcome.ok ? outcome.value : unreadable(outcome.error)
}

function openVerdict(disk: Disk, found: Found): Reading {
  const opened = openSession(disk, found)
  return opened.ok ? judgedAs(opened.value, found, 'rest') : unreadable(opened.error)
}

function judgedAs(opened: OpenedSession, found: Found, tail: Tail): Reading {
  const outcome = outcomeOf({ verb: 'read', path: opened.path, exit: 4 }, () =>
    readingOf(found, checkOpened(opened, { tail }), readFrom(opened.bytes)),
  )
  return outcome.ok ? { ...outcome.value, opened } : unreadable(outcome.error)
}

function readingOf(
  { store, target }: Found,
  checked: Checked,
  read: ReadBytes,
): Reading & { readonly verdict: SessionVerdict } {
  const words = shownWords(store, checked, (entry) => recordAt(read, entry))
  const verdict = verdictOn(store, target.path, checked, words)
  return { health: isBroken(verdict) ? 'broken' : 'sound', verdict }
}

function unreadable(problem: DiskError): Reading {
  return { health: 'unreadable', verdict: undefined, problem }
}
