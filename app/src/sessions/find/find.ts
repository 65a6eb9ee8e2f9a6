import { join } from 'node:path'
import {
  type DiskError,
  type DiskOutcome,
  type Machine,
  outcomeOf,
  pathIn,
  resolveTarget,
  rowPathIn,
  rowReadOnlyOf,
  rowTargetsIn,
  type Target,
} from '../../disk/index.ts'
import type { DatabaseStore, Home, Store } from '../../stores/contract/store.ts'
import { recognise } from './recognise.ts'
import { type Walker, walkFolder } from './walk.ts'

/** A file that holds a session. */
export interface Found {
  readonly store: Store
  /** The agent inside the program, where it has several. */
  readonly profile: string | undefined
  readonly target: Target
  /** Whether it is a copy, or was put away: its agent does not go on with it. */
  readonly isArchive?: boolean
}

/** The sessions in some folders. */
export interface Finds {
  readonly found: readonly Found[]
  /** The places that cannot be read, with the reason. */
  readonly closed: readonly DiskError[]
  /** Files of agents that are not known here. */
  readonly foreign: readonly Foreign[]
  /** How many copies and sessions that were put away are there and were not asked for. */
  readonly archives: number
}

/** A file that holds something which cannot be judged here. */
export interface Foreign {
  readonly path: string
  /** The kind of file: `a session of Codex`. */
  readonly what: string
}

/** The folders in which an agent keeps its sessions, whether they are there or not. */
export function foldersOf(store: Store, home: Home): readonly string[] {
  return [...new Set(store.places(home).map(({ folder }) => folder))]
}

/** Finds the sessions of one agent where it keeps them, in any order; archived ones only if asked for. */
export function findOf(around: Machine, store: Store, home: Home, withArchives = false): Finds {
  const finds = new Collection()
  for (const place of store.places(home)) {
    const { folder, profile, isSession, isArchive = isPutAway } = place
    if (place.holdsDatabases) {
      takeDatabases(around, store, folder, profile, finds)
      continue
    }
    const isAway = (name: string): boolean => !isSession(name) && isArchive(name)
    walkFolder(around, folder, {
      // Compressed records are counted, and never written to.
      wants: (name) =>
        isSession(name) || finds.wantsAway(name, withArchives && !name.endsWith('.zst'), isArchive),
      file: (target, name) =>
        finds.take(isAway(name) ? { store, profile, target, isArchive: true } : { store, profile, target }),
      closed: (error) => finds.closed.push(error),
    })
  }
  return finds.all()
}

/** Takes the sessions of all databases in a folder. */
function takeDatabases(
  around: Machine,
  store: Store,
  folder: string,
  profile: string | undefined,
  finds: Collection,
): void {
  const { files } = around
  // Most homes have databases of few agents.
  const list = (): readonly string[] => (files.isThere(folder) ? files.list(folder) : [])
  const names = outcomeOf({ verb: 'read', path: folder, exit: 4 }, list)
  if (!names.ok && names.error.code !== 'not-found') finds.closed.push(names.error)
  for (const name of names.ok ? names.value : [])
    if (store.inDatabase?.tables.isDatabase(pathIn(folder, name)))
      takeRows(around, store.inDatabase, pathIn(folder, name), profile, finds)
}

/** Takes the sessions of one database. */
function takeRows(
  around: Machine,
  store: DatabaseStore,
  database: string,
  profile: string | undefined,
  finds: Collection,
): void {
  const outcome = outcomeOf({ verb: 'read', path: database, exit: 4 }, () =>
    rowTargetsIn(around, store.tables, database),
  )
  if (!outcome.ok) {
    finds.closed.push(outcome.error)
    return
  }
  const { targets, readOnly } = outcome.value
  const own = standing(store, readOnly)
  for (const target of targets) finds.take({ store: own, profile, target })
}

/** The store of the sessions of one database; with the reason why they are not to be written to, if there is one. */
function standing(store: DatabaseStore, readOnly: string | undefined): DatabaseStore {
  if (readOnly === undefined) return store
  return { ...store, open: (entries, path) => ({ ...store.open(entries, path), readOnly }) }
}

/** The store of the sessions in a database, if its name is that of some agent's. */
function storeOfDatabase(stores: readonly Store[], path: string): DatabaseStore | undefined {
  return stores.flatMap(({ inDatabase }) => inDatabase ?? []).find(({ tables }) => tables.isDatabase(path))
}

/** The one session of a database that a path names. */
export function foundRow(around: Machine, store: DatabaseStore, path: string): DiskOutcome<Found> {
  const own = { ...around, tables: [store.tables] }
  const target = resolveTarget(own, path)
  if (!target.ok) return target
  const readOnly = outcomeOf({ verb: 'read', path, exit: 4 }, () => rowReadOnlyOf(own, path))
  if (!readOnly.ok) return readOnly
  return {
    ok: true,
    value: { store: standing(store, readOnly.value), profile: undefined, target: target.value },
  }
}

/** Whether a file has the name of a session and the ending of a copy: `.bak`, `.old`. */
function isPutAway(name: string): boolean {
  return /\.jsonl[.~-](?:bak|backup|reset|deleted|old|orig)[^/]*$/.test(name)
}

/** Finds the sessions in a file or a tree of any agent; each file says by itself whose it is. */
export function findUnder(
  around: Machine,
  stores: readonly Store[],
  path: string,
  withArchives = false,
): Finds {
  const finds = new Collection()
  const row = rowPathIn(path)
  const own = row === undefined ? undefined : storeOfDatabase(stores, row.database)
  if (own !== undefined) {
    const found = foundRow(around, own, path)
    if (found.ok) finds.take(found.value)
    else finds.closed.push(found.error)
    return finds.all()
  }
  const doing = { verb: 'read', path, exit: 4 } as const
  const isFolder = outcomeOf(doing, () => around.files.stat(path).kind === 'folder')
  const closed = (error: DiskError): void => void finds.closed.push(error)
  const file: Walker['file'] = (target, name) => {
    const database = storeOfDatabase(stores, target.name)
    if (database !== undefined) {
      takeRows(around, database, target.path, undefined, finds)
      return
    }
    const told = recognise(around, stores, target.path, join(path, name))
    if (!told.ok) closed(told.error)
    else if (told.value.store !== undefined)
      finds.take({ store: told.value.store, profile: undefined, target })
    else if (told.value.foreign !== undefined)
      finds.foreign.push({ path: join(path, name), what: told.value.foreign })
  }
  if (!isFolder.ok) closed(isFolder.error)
  else if (isFolder.value)
    walkFolder(around, path, {
      wants: (name) =>
        mayHoldSessions.test(name) ||
        storeOfDatabase(stores, name) !== undefined ||
        finds.wantsAway(name, withArchives && !name.endsWith('.zst')),
      file,
      closed,
    })
  else {
    const target = resolveTarget(around, path)
    if (target.ok) file(target.value, '')
    else closed(target.error)
  }
  return finds.all()
}

// Each file says by itself whose it is: agents name their files in many ways, but they end in few.
const mayHoldSessions = /\.(?:jsonl?|jsonl\.zst|db|sqlite3?|txt)$/

/** Joins what was found in several places, newest first. */
export function joinFinds(all: readonly Finds[]): Finds {
  const finds = new Collection()
  for (const { found, closed, foreign, archives } of all) {
    finds.archives += archives
    for (const each of found) finds.take(each)
    for (const each of closed) finds.closed.push(each)
    for (const each of foreign) finds.foreign.push(each)
  }
  const joined = finds.all()
  return { ...joined, found: joined.found.toSorted(byAge) }
}

/** Sessions by their file: two paths to one file are one session. */
class Collection {
  readonly closed: DiskError[] = []
  readonly foreign: Foreign[] = []
  archives = 0
  private readonly found: Found[] = []
  private readonly inodes = new Set<number>()
  /** The keys of the sessions found so far; filled only once an inode came twice. */
  private readonly keys = new Set<string>()

  /** Whether an archived file is wanted; one that is not is counted. */
  wantsAway(name: string, areWanted: boolean, isArchive = isPutAway): boolean {
    const isAway = isArchive(name)
    if (isAway && !areWanted) this.archives++
    return isAway && areWanted
  }

  take(found: Found): void {
    const { stat } = found.target
    const { size } = this.inodes
    const isNew = this.inodes.add(stat.inode).size > size
    // Each disk counts its inodes for itself.
    if (isNew || !this.allKeys().has(stat.key)) this.found.push(found)
  }

  private allKeys(): ReadonlySet<string> {
    for (const { target } of this.found.slice(this.keys.size)) this.keys.add(target.stat.key)
    return this.keys
  }

  all(): Finds {
    const { found, closed, foreign, archives } = this
    return { found, closed, foreign, archives }
  }
}

/** Compares by time, then by path. */
export function byAge({ target: left }: Found, { target: right }: Found): number {
  const later = right.stat.modified - left.stat.modified
  return later === 0 ? (left.path < right.path ? -1 : 1) : later
}
