import { basename } from 'node:path'
import { deniedBy } from '@mortise/core'
import {
  concludeUnfinished,
  type Disk,
  openDisk,
  readTarget,
  resolveTarget,
  rowPathIn,
} from '../disk/index.ts'
import { type Found, findOf } from '../sessions/find/find.ts'
import { cleanRewrite } from '../sessions/rewrite/clean-rewrite.ts'
import { planRewrite } from '../sessions/rewrite/rewrite.ts'
import { type Alone, mayPass, type RewrittenOne, rewriteAll } from '../sessions/rewrite/rewrite-all.ts'
import type { Cleaned } from '../stores/clean/clean.ts'
import type { CleanOptions } from '../stores/clean/cleaning.ts'
import { takeCensus } from '../stores/clean/denied-parts.ts'
import type { Home, Store } from '../stores/contract/store.ts'
import { stores, tables } from '../stores/index.ts'
import { readRecords } from '../stores/records/entries.ts'
import { homeOf, type Target } from './targets.ts'

/** A session by its path. */
export interface SessionFile {
  readonly path: string
  readonly size: number
}

/** The work that is done beside the thread that answers requests; plain JSON, as are the answers. */
export type Task =
  | { readonly do: 'find'; readonly target: Target; readonly user: Home }
  /** Concludes the unfinished operations of a process that died, and removes its leftover files. */
  | { readonly do: 'conclude'; readonly target: Target }
  | { readonly do: 'ask'; readonly target: Target; readonly paths: readonly string[] }
  | {
      readonly do: 'clean'
      readonly target: Target
      readonly paths: readonly string[]
      readonly options: CleanOptions
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
  readonly clean: readonly CleanedFile[]
}

/** The outcome for a session. */
export interface CleanedFile {
  readonly path: string
  /** Its name in the log: `main/sessions/7f3a.jsonl`. */
  readonly name: string
  /** Calls and results that went, or would. */
  readonly removed: number
  /** `busy`: somebody writes to it, and it is to be tried again. */
  readonly state: 'clean' | 'cleaned' | 'busy' | 'failed'
  /** The reason where it could not be cleaned. */
  readonly why?: string
}

/** Does one task; `alone` keeps others of this process from writing at the same time. */
export async function perform<Kind extends Task['do']>(
  task: Extract<Task, { readonly do: Kind }>,
  alone: Alone,
): Promise<Answers[Kind]>
export async function perform(task: Task, alone: Alone): Promise<Answers[Task['do']]> {
  if (task.do === 'find') return filesOf(task.target, task.user)
  if (task.do === 'conclude') {
    const outcome = await alone(() => concludeUnfinished(openDisk(task.target.state, { tables })))
    return outcome.ok ? undefined : outcome.error.message
  }
  if (task.do === 'ask') return calledIn(task.target, task.paths)
  return clean(task, alone)
}

function filesOf(target: Target, user: Home): Answers['find'] {
  const { found, closed } = findOf(openDisk(target.state, { tables }), storeOf(target), homeOf(target, user))
  return {
    files: found
      .filter(({ profile }) => profile === target.profile)
      .map(({ target: { path, stat } }) => ({ path, size: stat.size }))
      .sort((one, other) => (one.path < other.path ? -1 : 1)),
    closed: closed.map(({ message }) => message),
  }
}

function calledIn(target: Target, paths: readonly string[]): Answers['ask'] {
  const [disk, store] = [openDisk(target.state, { tables }), storeOf(target)]
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
  { target, paths, options, run, isDry }: Extract<Task, { readonly do: 'clean' }>,
  alone: Alone,
): Promise<Answers['clean']> {
  const disk = diskFor(target.state, run)
  const founds = paths.map((path) => foundAt(disk, target, path))
  const rewrite = cleanRewrite({ command: 'clean' }, options)
  const known = founds.flatMap((found) => ('error' in found ? [] : found))
  const failed = founds.flatMap((found) => ('error' in found ? found : []))
  const done = isDry
    ? known.map((found): RewrittenOne<Cleaned> => {
        const outcome = planRewrite(disk, found, rewrite)
        if (!outcome.ok) return { found, outcome }
        const value = { made: outcome.value, replaced: { state: 'unchanged' } as const }
        return { found, outcome: { ok: true, value } }
      })
    : await rewriteAll(disk, known, rewrite, alone)
  const gone = failed.map(({ path, error }): CleanedFile => {
    return { path, name: logName(target, path), removed: 0, state: 'failed', why: error.message }
  })
  return [...done.map((one) => rowOf(target, one)), ...gone]
}

let latest: { readonly disk: Disk; readonly state: string } | undefined

/** The disk of a run, which has read its journal as far as it goes: each batch reads only what was added since. */
function diskFor(state: string, run: string): Disk {
  if (latest?.state !== state || latest.disk.run !== run)
    latest = { disk: openDisk(state, { run, tables }), state }
  return latest.disk
}

function foundAt(disk: Disk, target: Target, path: string): Found | { path: string; error: Error } {
  const resolved = resolveTarget(disk, path)
  if (!resolved.ok) return { path, error: resolved.error }
  const { inDatabase, ...store } = storeOf(target)
  const own = rowPathIn(path) === undefined ? undefined : inDatabase
  return { store: own ?? store, profile: target.profile, target: resolved.value }
}

function rowOf(target: Target, { found, outcome }: RewrittenOne<Cleaned>): CleanedFile {
  const { path } = found.target
  if (!outcome.ok) {
    const { message: why } = outcome.error
    return {
      path,
      name: logName(target, path),
      removed: 0,
      state: mayPass(outcome.error) ? 'busy' : 'failed',
      why,
    }
  }
  const { made, replaced } = outcome.value
  const { calls, results } = made.census
  const name = logName(target, path, made.before.session.id)
  if (!made.isClean) return { path, name, removed: 0, state: 'failed', why: whyNot(path, made) }
  const isChanged = replaced.state === 'replaced'
  return { path, name, removed: calls + results, state: isChanged ? 'cleaned' : 'clean' }
}

function whyNot(path: string, { before }: Cleaned): string {
  const { readOnly } = before.session
  if (readOnly !== undefined) return `\`${path}\` is left alone. ${readOnly}`
  return `\`${path}\` cannot be cleaned without breaking it; it was left as it is.`
}

/** A session as the log names it: from its profile on; one in a database by its id. */
function logName({ profile }: Target, path: string, id: string = basename(path)): string {
  if (profile === undefined) return path
  const at = path.replaceAll('\\', '/').lastIndexOf(`/${profile}/`)
  return path.endsWith('.jsonl') && at >= 0 ? path.slice(at + 1) : `${profile}/${id}`
}

function storeOf({ agent }: Target): Store {
  const store = stores.find(({ name }) => name === agent)
  if (store === undefined) throw new Error(`There is no store \`${agent}\`.`)
  return store
}
