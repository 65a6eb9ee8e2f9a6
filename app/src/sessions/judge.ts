import type { Finding, Tail } from '@mortise/core'
import {
  type Disk,
  DiskError,
  type Liveness,
  type LivenessOptions,
  type Lookout,
  livenessOf,
  lookInto,
  lookOut,
  type ProcessDetails,
  type ScanIndex,
} from '../disk/index.ts'
import { checkSession, isLost } from '../stores/check.ts'
import type { Session, Store } from '../stores/store.ts'
import type { Found } from './find.ts'

/** What a look at a session tells; plain JSON, and what the index keeps. */
export interface Judged extends Omit<Session, 'lanes' | 'readOnly' | 'resume' | 'title' | 'folder'> {
  readonly title?: string
  readonly folder?: string
  readonly readOnly?: string
  readonly resume?: string
  readonly turns: number
  readonly found: readonly Finding[]
}

/** A session that was looked at. */
export interface Patient extends Found {
  readonly health: 'sound' | 'broken' | 'unreadable'
  readonly live: Liveness
  /** Nothing where it cannot be read. */
  readonly judged: Judged | undefined
  /** Why it cannot be read. */
  readonly problem: DiskError | undefined
}

/** Looks at sessions, and remembers what it saw. */
export interface Judge {
  look(found: Found): Patient
}

interface Verdict {
  /** Which Mortise found it out: another one may know more. */
  readonly by: string
  readonly agent: string
  readonly judged: Judged
}

/** Makes a judge of sessions: one look at the processes of the machine serves for all. */
export function judgeWith(disk: Disk, index: ScanIndex, version: string): Judge {
  const lookoutFor = lookouts(disk)
  const look = (found: Found): Patient => {
    const first = known(disk, index, version, found)
    if (first.judged === undefined) return patientOf(found, first, { state: 'unknown' })
    const { lock, isAgent } = writersOf(found, first.judged)
    const lookout = lookoutFor(found.store)
    const options = lock === undefined ? { isAgent, lookout } : { lock, isAgent, lookout }
    const live = livenessOf(disk, found.target, options)
    // What is still being said is not judged by its end.
    const isToBeSeenAgain = live.state === 'live' && isBroken(first.judged)
    return patientOf(found, isToBeSeenAgain ? reading(disk, found, 'open') : first, live)
  }
  return { look }
}

// Member by member: of thousands of sessions, spreading them would take longer than asking for their sizes.
function patientOf({ store, profile, target }: Found, { judged, problem }: Reading, live: Liveness): Patient {
  return { store, profile, target, health: healthOf(judged), live, judged, problem }
}

function healthOf(judged: Judged | undefined): Patient['health'] {
  if (judged === undefined) return 'unreadable'
  return isBroken(judged) ? 'broken' : 'sound'
}

/** One look at the machine, and of its processes for each agent only those that are it. */
function lookouts(disk: Disk): (store: Store) => Lookout {
  let all: Lookout | undefined
  const byStore = new Map<Store, Lookout>()
  return (store) => {
    const known = byStore.get(store)
    if (known !== undefined) return known
    all ??= lookOut(disk)
    const { writersOf: writers, processes } = all
    const programs = store.isAgent === undefined ? [] : processes()
    const own = programs?.filter((each) => store.isProgram?.(each) ?? true)
    const lookout = { writersOf: writers, processes: () => own }
    byStore.set(store, lookout)
    return lookout
  }
}

type Writers = Pick<LivenessOptions, 'lock'> & Required<Pick<LivenessOptions, 'isAgent'>>

/** What is known about who writes to a session. */
export function writersOf(
  { store, target }: Found,
  session: Pick<Judged, 'id' | 'folder'> | undefined,
): Writers {
  const { lock, isAgent } = store
  const isOwn = (process: ProcessDetails): boolean => {
    if (isAgent === undefined || session === undefined) return false
    const { id, folder } = session
    return isAgent(process, { id, path: target.path, folder, modified: target.stat.modified })
  }
  return lock === undefined ? { isAgent: isOwn } : { lock, isAgent: isOwn }
}

export function isBroken({ found }: Pick<Judged, 'found'>): boolean {
  return found.some(({ severity }) => severity === 'refused')
}

type Reading =
  | { readonly judged: Judged; readonly problem: undefined }
  | { readonly judged: undefined; readonly problem: DiskError }

function known(disk: Disk, index: ScanIndex, version: string, found: Found): Reading {
  const { path, stat } = found.target
  const kept = index.known(path, stat)?.verdict as Verdict | undefined
  const agent = found.store.name
  if (kept !== undefined && kept.by === version && kept.agent === agent)
    return { judged: kept.judged, problem: undefined }
  const seen = reading(disk, found, 'rest')
  if (seen.judged !== undefined) {
    const openCalls = seen.judged.found.flatMap(({ rule, calls }) =>
      rule === 'call-without-result' ? calls : [],
    )
    const verdict: Verdict = { by: version, agent, judged: seen.judged }
    index.learn(path, stat, { verdict, tailOffset: stat.size, openCalls })
  }
  return seen
}

function reading(disk: Disk, { store, target: { path } }: Found, tail: Tail): Reading {
  const outcome = lookInto(disk, path, (source) => judgedFrom(store, path, source, tail))
  return outcome.ok
    ? { judged: outcome.value, problem: undefined }
    : { judged: undefined, problem: outcome.error }
}

function judgedFrom(
  store: Store,
  path: string,
  source: Parameters<typeof checkSession>[2],
  tail: Tail,
): Judged {
  const checked = checkSession(store, path, source, { tail })
  if (isLost(checked))
    throw new DiskError('no-record', `\`${path}\` holds no record of ${store.title} that can be read.`, 4)
  const { session, found } = checked
  const { id, title, folder, api, readOnly, resume, lanes } = session
  return {
    id,
    api,
    turns: lanes.reduce((sum, lane) => sum + (lane.isDormant === true ? 0 : lane.turns.length), 0),
    found,
    ...(title === undefined ? {} : { title }),
    ...(folder === undefined ? {} : { folder }),
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(resume === undefined ? {} : { resume }),
  }
}
