import { deniedBy } from '@mortise/core'
import {
  type Allowed,
  concludeUnfinished,
  type Disk,
  type DiskOutcome,
  openDisk,
  readTarget,
  resolveTarget,
  rowPathIn,
} from '../disk/index.ts'
import { type Found, findOf, foundRow } from '../sessions/find/find.ts'
import { type CleanRow, cleanRow, failedRow } from '../sessions/rewrite/clean-row.ts'
import { cleanRewrite } from '../sessions/rewrite/rewrite.ts'
import { type Alone, planAll, rewriteAll } from '../sessions/rewrite/rewrite-all.ts'
import type { CleanOptions } from '../stores/clean/cleaning.ts'
import { takeCensus } from '../stores/clean/denied-parts.ts'
import type { Home, Store } from '../stores/contract/store.ts'
import { packings, stores, tables } from '../stores/index.ts'
import { readRecords } from '../stores/records/entries.ts'
import { homeOf, type TransitionTarget } from './targets.ts'

/** A session by its path. */
export interface SessionFile {
  readonly path: string
  readonly size: number
}

/** The work that is done beside the thread that answers requests; plain JSON, as are the answers. */
export type ThreadTask =
  | { readonly do: 'find'; readonly target: TransitionTarget; readonly user: Home }
  /** Concludes the unfinished operations of a process that died, and removes its leftover files. */
  | { readonly do: 'conclude'; readonly target: TransitionTarget }
  | { readonly do: 'ask'; readonly target: TransitionTarget; readonly paths: readonly string[] }
  | {
      readonly do: 'clean'
      readonly target: TransitionTarget
      readonly paths: readonly string[]
      readonly options: CleanOptions
      readonly allow?: readonly Allowed[]
      /** The name under which the whole cleaning is taken back. */
      readonly run: string
      /** Whether nothing is written. */
      readonly isDry: boolean
    }

/** The answers to tasks. */
export interface Answers {
  readonly find: { readonly files: readonly SessionFile[]; readonly closed: readonly string[] }
  /** The reason where it could not be done. */
  readonly conclude: string | undefined
  /** The tools that are called in sessions. */
  readonly ask: readonly string[]
  readonly clean: readonly CleanRow[]
}

/** Does one task; `alone` keeps others of this process from writing at the same time. */
export async function perform<Kind extends ThreadTask['do']>(
  task: Extract<ThreadTask, { readonly do: Kind }>,
  alone: Alone,
): Promise<Answers[Kind]>
export async function perform(task: ThreadTask, alone: Alone): Promise<Answers[ThreadTask['do']]> {
  if (task.do === 'find') return filesOf(task.target, task.user)
  if (task.do === 'conclude') {
    const outcome = await alone(() => concludeUnfinished(openDisk(task.target.state, { tables, packings })))
    return outcome.ok ? undefined : outcome.error.message
  }
  if (task.do === 'ask') return calledIn(task.target, task.paths)
  return clean(task, alone)
}

function filesOf(target: TransitionTarget, user: Home): Answers['find'] {
  const { found, closed } = findOf(
    openDisk(target.state, { tables, packings }),
    storeOf(target),
    homeOf(target, user),
  )
  return {
    files: found
      .filter(({ profile }) => profile === target.profile)
      .map(({ target: { path, stat } }) => ({ path, size: stat.size }))
      .sort((one, other) => (one.path < other.path ? -1 : 1)),
    closed: closed.map(({ message }) => message),
  }
}

function calledIn(target: TransitionTarget, paths: readonly string[]): Answers['ask'] {
  const [disk, store] = [openDisk(target.state, { tables, packings }), storeOf(target)]
  const names = new Set<string>()
  for (const path of paths) {
    const resolved = resolveTarget(disk, path)
    const read = resolved.ok ? readTarget(disk, resolved.value) : resolved
    if (!read.ok) continue
    const { entries } = readRecords(read.value.bytes, store)
    for (const name of takeCensus(store, entries, deniedBy({ tools: [] })).called) names.add(name)
  }
  return [...names].sort()
}

async function clean(
  { target, paths, options, allow = [], run, isDry }: Extract<ThreadTask, { readonly do: 'clean' }>,
  alone: Alone,
): Promise<Answers['clean']> {
  const disk = diskFor(target.state, run)
  const founds = paths.map((path) => ({ path, outcome: foundAt(disk, target, path) }))
  const known = founds.flatMap(({ outcome }) => (outcome.ok ? outcome.value : []))
  const gone = founds.flatMap(({ path, outcome }) => (outcome.ok ? [] : failedRow(path, outcome.error)))
  const rewrite = cleanRewrite({ command: 'clean', allow }, options)
  const done = isDry ? planAll(disk, known, rewrite) : await rewriteAll(disk, known, rewrite, alone)
  return [...done.map(cleanRow), ...gone]
}

let latest: { readonly disk: Disk; readonly state: string } | undefined

/** The disk of a run, which has read its journal as far as it goes: each batch reads only what was added since. */
function diskFor(state: string, run: string): Disk {
  if (latest?.state !== state || latest.disk.run !== run)
    latest = { disk: openDisk(state, { run, tables, packings }), state }
  return latest.disk
}

function foundAt(disk: Disk, target: TransitionTarget, path: string): DiskOutcome<Found> {
  const { profile } = target
  const { inDatabase, ...store } = storeOf(target)
  if (rowPathIn(path) !== undefined && inDatabase !== undefined) {
    const found = foundRow(disk, inDatabase, path)
    return found.ok ? { ok: true, value: { ...found.value, profile } } : found
  }
  const resolved = resolveTarget(disk, path)
  return resolved.ok ? { ok: true, value: { store, profile, target: resolved.value } } : resolved
}

function storeOf({ agent }: TransitionTarget): Store {
  const store = stores.find(({ name }) => name === agent)
  if (store === undefined) throw new Error(`There is no store \`${agent}\`.`)
  return store
}
