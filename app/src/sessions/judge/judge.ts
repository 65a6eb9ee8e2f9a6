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
  rowPathIn,
  type ScanIndex,
  type Scanned,
} from '../../disk/index.ts'
import { checkSession, isLost, type Source } from '../../stores/check/check.ts'
import type { Session, Store } from '../../stores/contract/store.ts'
import type { Found } from '../find/find.ts'
import { withTables } from './with-tables.ts'

/** What a look at a session tells; plain JSON, and what the index keeps. */
export interface SessionVerdict extends Omit<Session, 'lanes' | 'readOnly' | 'resume' | 'title' | 'folder'> {
  readonly title?: string | undefined
  readonly folder?: string | undefined
  readonly readOnly?: string | undefined
  readonly resume?: string | undefined
  readonly turns: number
  readonly found: readonly Finding[]
}

/** A session that was looked at. */
export interface JudgedSession extends Found {
  readonly health: 'sound' | 'broken' | 'unreadable'
  readonly live: Liveness
  /** Nothing where it cannot be read. */
  readonly verdict: SessionVerdict | undefined
  /** Why it cannot be read. */
  readonly problem: DiskError | undefined
}

/** Looks at sessions, and remembers what it saw. */
export interface Judge {
  look(found: Found): JudgedSession
}

/** Makes a judge of sessions: one look at the processes of the machine serves for all. */
export function judgeWith(disk: Disk, index: ScanIndex, version: string): Judge {
  const sightFor = sights(disk, version)
  const look = (found: Found): JudgedSession => {
    const sight = sightFor(found.store)
    const first = known(disk, index, sight.marks, found)
    if (first.verdict === undefined) return judgedSession(found, first, { state: 'unknown' })
    // Hardly ever does an agent run: of thousands of sessions nobody has to be asked about it.
    const writers = sight.lookout.processes()?.length === 0 ? undefined : writersOf(found, first.verdict)
    const live = livenessOf(
      withTables(disk, found.store),
      found.target,
      writers === undefined ? sight : { ...sight, ...writers },
    )
    // What is still being said is not judged by its end.
    const isToBeSeenAgain = live.state === 'live' && first.health === 'broken'
    return judgedSession(found, isToBeSeenAgain ? reading(disk, found, 'open') : first, live)
  }
  return { look }
}

// Member by member: of thousands of sessions, spreading them would take longer than asking for their sizes.
function judgedSession({ store, profile, target }: Found, reading: Reading, live: Liveness): JudgedSession {
  const { health, verdict, problem } = reading
  return { store, profile, target, health, live, verdict, problem }
}

/** One look at the machine, and of its processes for each agent only those that are it. */
function sights(disk: Disk, version: string): (store: Store) => Sights {
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
    const marks = marksOf(`${version} ${store.name}`)
    const made = store.lock === undefined ? { lookout, marks } : { lookout, marks, lock: store.lock }
    byStore.set(store, made)
    return made
  }
}

type Sights = Pick<LivenessOptions, 'lock'> &
  Required<Pick<LivenessOptions, 'lookout'>> & { readonly marks: Marks }

type Writers = Pick<LivenessOptions, 'lock'> & Required<Pick<LivenessOptions, 'isAgent'>>

/** What is known about who writes to a session. */
export function writersOf(
  { store, target }: Found,
  session: Pick<SessionVerdict, 'id' | 'folder'> | undefined,
): Writers {
  const { lock, isAgent } = store
  const isOwn = (process: ProcessDetails): boolean => {
    if (isAgent === undefined || session === undefined) return false
    const { id, folder } = session
    return isAgent(process, { id, path: target.path, folder, modified: target.stat.modified })
  }
  return lock === undefined ? { isAgent: isOwn } : { lock, isAgent: isOwn }
}

export function isBroken({ found }: Pick<SessionVerdict, 'found'>): boolean {
  return found.some(({ severity }) => severity === 'refused')
}

type Reading = Pick<JudgedSession, 'health'> &
  (
    | { readonly verdict: SessionVerdict; readonly problem: undefined }
    | { readonly verdict: undefined; readonly problem: DiskError }
  )

function known(disk: Disk, index: ScanIndex, marks: Marks, found: Found): Reading {
  const { target } = found
  const kept = keptBy(marks, index.known(target))
  if (kept !== undefined) return kept
  const seen = reading(disk, found, 'rest')
  if (seen.verdict !== undefined) {
    const openCalls = seen.verdict.found.flatMap(({ rule, calls }) =>
      rule === 'call-without-result' ? calls : [],
    )
    const { id } = seen.verdict
    const mark = markFor(marks, seen.verdict)
    index.learn(target, { mark, brief: id, verdict: seen.verdict, tailOffset: target.stat.size, openCalls })
  }
  return seen
}

/** What is kept of a look, in one word: who looked, for another Mortise may know more, and what came of it. */
interface Marks {
  readonly quiet: string
  readonly advised: string
  readonly broken: string
}

function marksOf(by: string): Marks {
  return { quiet: `${by} quiet`, advised: `${by} advised`, broken: `${by} broken` }
}

function markFor({ quiet, advised, broken }: Marks, verdict: SessionVerdict): string {
  if (verdict.found.length === 0) return quiet
  return isBroken(verdict) ? broken : advised
}

function keptBy({ quiet, advised, broken }: Marks, scanned: Scanned | undefined): Reading | undefined {
  const mark = scanned?.mark
  if (scanned === undefined || (mark !== quiet && mark !== advised && mark !== broken)) return undefined
  const health = mark === broken ? 'broken' : 'sound'
  return { health, verdict: new KeptVerdict(scanned, mark === quiet), problem: undefined }
}

const nothing: readonly Finding[] = []

/** A session as it was judged before: of thousands, only the ids are asked for. */
class KeptVerdict implements SessionVerdict {
  private readonly scanned: Scanned
  private readonly isQuiet: boolean

  constructor(scanned: Scanned, isQuiet: boolean) {
    this.scanned = scanned
    this.isQuiet = isQuiet
  }

  get id(): string {
    return this.scanned.brief
  }

  get found(): readonly Finding[] {
    return this.isQuiet ? nothing : this.whole.found
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

  private get whole(): SessionVerdict {
    return this.scanned.verdict as SessionVerdict
  }
}

function reading(disk: Disk, { store, target: { path, stat } }: Found, tail: Tail): Reading {
  // What is kept of it is kept for the size that it was found with; who writes to it still is asked for the latest.
  // Of rows the size is only about what it is.
  const size = tail === 'rest' && store.tables === undefined ? stat.size : Number.POSITIVE_INFINITY
  const outcome = lookInto(withTables(disk, store), path, ({ read, whole }) =>
    verdictFrom(store, path, { read, whole, size }, tail),
  )
  if (!outcome.ok) return { health: 'unreadable', verdict: undefined, problem: outcome.error }
  const verdict = outcome.value
  return { health: isBroken(verdict) ? 'broken' : 'sound', verdict, problem: undefined }
}

/** The name of a session in a sentence. */
function nameOf({ tables }: Store, path: string): string {
  const row = tables === undefined ? undefined : rowPathIn(path)
  return (row && tables?.nameOf(row.database, row.id)) ?? path
}

function verdictFrom(store: Store, path: string, source: Source, tail: Tail): SessionVerdict {
  const checked = checkSession(store, path, source, { tail })
  if (isLost(checked))
    throw new DiskError(
      'no-record',
      `\`${nameOf(store, path)}\` holds no record of ${store.title} that can be read.`,
      4,
    )
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
