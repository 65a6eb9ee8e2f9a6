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
  type Scanned,
} from '../disk/index.ts'
import { checkSession, isLost, type Source } from '../stores/check.ts'
import type { Session, Store } from '../stores/store.ts'
import type { Found } from './find.ts'

/** What a look at a session tells; plain JSON, and what the index keeps. */
export interface Judged extends Omit<Session, 'lanes' | 'readOnly' | 'resume' | 'title' | 'folder'> {
  readonly title?: string | undefined
  readonly folder?: string | undefined
  readonly readOnly?: string | undefined
  readonly resume?: string | undefined
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

/** Makes a judge of sessions: one look at the processes of the machine serves for all. */
export function judgeWith(disk: Disk, index: ScanIndex, version: string): Judge {
  const sightFor = sights(disk)
  const look = (found: Found): Patient => {
    const first = known(disk, index, `${version} ${found.store.name}`, found)
    if (first.judged === undefined) return patientOf(found, first, { state: 'unknown' })
    const sight = sightFor(found.store)
    // Hardly ever does an agent run: of thousands of sessions nobody has to be asked about it.
    const writers = sight.lookout.processes()?.length === 0 ? undefined : writersOf(found, first.judged)
    const live = livenessOf(disk, found.target, writers === undefined ? sight : { ...sight, ...writers })
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
function sights(disk: Disk): (store: Store) => Sights {
  let all: Lookout | undefined
  const byStore = new Map<Store, Sights>()
  return (store) => {
    const known = byStore.get(store)
    if (known !== undefined) return known
    all ??= lookOut(disk)
    const { writersOf: writers, processes } = all
    const programs = store.isAgent === undefined ? [] : processes()
    const own = programs?.filter((each) => store.isProgram?.(each) ?? true)
    const lookout = { writersOf: writers, processes: () => own }
    const made = store.lock === undefined ? { lookout } : { lookout, lock: store.lock }
    byStore.set(store, made)
    return made
  }
}

type Sights = Pick<LivenessOptions, 'lock'> & Required<Pick<LivenessOptions, 'lookout'>>

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

/** `by`: which Mortise takes it for whose session; another one may know more. */
function known(disk: Disk, index: ScanIndex, by: string, found: Found): Reading {
  const { path, stat } = found.target
  const judged = keptBy(by, index.known(path, stat))
  if (judged !== undefined) return { judged, problem: undefined }
  const seen = reading(disk, found, 'rest')
  if (seen.judged !== undefined) {
    const openCalls = seen.judged.found.flatMap(({ rule, calls }) =>
      rule === 'call-without-result' ? calls : [],
    )
    const brief = briefOf(by, seen.judged)
    index.learn(path, stat, { brief, verdict: seen.judged, tailOffset: stat.size, openCalls })
  }
  return seen
}

/** In brief, who judged it; and of a session in which nothing was found, its id. */
function briefOf(by: string, { id, found }: Judged): string {
  return found.length === 0 ? `${by} ${id}` : by
}

function keptBy(by: string, scanned: Scanned | undefined): Judged | undefined {
  if (scanned === undefined || !scanned.brief.startsWith(by)) return undefined
  if (scanned.brief.length === by.length) return scanned.verdict as Judged
  return scanned.brief[by.length] === ' ' ? new QuietJudged(scanned, by.length + 1) : undefined
}

const nothing: readonly Finding[] = []

/** A session in which nothing was found: of thousands, only the ids are asked for. */
class QuietJudged implements Judged {
  readonly id: string
  readonly found: readonly Finding[] = nothing
  private readonly scanned: Scanned

  constructor(scanned: Scanned, start: number) {
    this.id = scanned.brief.slice(start)
    this.scanned = scanned
  }

  get api(): string {
    return this.whole.api
  }

  get turns(): number {
    return this.whole.turns
  }

  get title(): string | undefined {
    return this.whole.title
  }

  get folder(): string | undefined {
    return this.whole.folder
  }

  get readOnly(): string | undefined {
    return this.whole.readOnly
  }

  get resume(): string | undefined {
    return this.whole.resume
  }

  private get whole(): Judged {
    return this.scanned.verdict as Judged
  }
}

function reading(disk: Disk, { store, target: { path, stat } }: Found, tail: Tail): Reading {
  // What is kept of it is kept for the size that it was found with; who writes to it still is asked for the latest.
  const size = tail === 'rest' ? stat.size : Number.POSITIVE_INFINITY
  const outcome = lookInto(disk, path, ({ read, whole }) =>
    judgedFrom(store, path, { read, whole, size }, tail),
  )
  return outcome.ok
    ? { judged: outcome.value, problem: undefined }
    : { judged: undefined, problem: outcome.error }
}

function judgedFrom(store: Store, path: string, source: Source, tail: Tail): Judged {
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
