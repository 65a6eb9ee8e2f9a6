import type { Allowed } from '../disk/index.ts'
import { batchesOf } from '../sessions/rewrite/batches.ts'
import type { CleanRow } from '../sessions/rewrite/clean-row.ts'
import type { CleanOptions } from '../stores/clean/cleaning.ts'
import type { Home } from '../stores/contract/store.ts'
import type { Pool } from './pool.ts'
import type { TransitionTarget } from './targets.ts'
import type { SessionFile } from './tasks.ts'

/** The sessions of a target that are to be cleaned. */
export interface Chore {
  readonly target: TransitionTarget
  readonly options: CleanOptions
  readonly files: readonly SessionFile[]
}

/** The outcome of a cleaning. */
export interface CleanTotals {
  readonly processed: number
  readonly cleaned: number
  /** Calls and results together. */
  readonly removed: number
  /** The chores with only those sessions that are in use. */
  readonly busy: readonly Chore[]
  readonly failed: number
}

/** How a cleaning is done, and who is told. */
export interface CleanupOptions {
  readonly run: string
  readonly isDry?: boolean
  /** Files that may be changed although they are another user's, or have a second name. */
  readonly allow?: readonly Allowed[]
  /** Told of sessions that were cleaned, would be, or could not be. */
  onFiles(rows: readonly CleanRow[], chore: Chore): void
  /** Whether a target is still to be cleaned: a later config may have changed that. */
  isWanted(target: TransitionTarget): boolean
}

/** Finds the sessions of a target, in a thread of the pool. */
export async function filesOf(
  pool: Pool,
  target: TransitionTarget,
  user: Home,
): Promise<readonly SessionFile[]> {
  // Only plain data travels between threads, so the environment is copied into a plain object.
  const { folder, platform, environment } = user
  const plain = { folder, platform, environment: { ...environment } }
  return (await pool.run({ do: 'find', target, user: plain })).files
}

/** The tools that are called in sessions of a target. */
export async function calledIn(
  pool: Pool,
  target: TransitionTarget,
  files: readonly SessionFile[],
): Promise<readonly string[]> {
  const answers = await Promise.all(
    batchesOf(files).map((batch) => pool.run({ do: 'ask', target, paths: batch.map(({ path }) => path) })),
  )
  return [...new Set(answers.flat())].sort()
}

/** Cleans sessions in the threads of a pool, batch by batch. */
export async function cleanUp(
  pool: Pool,
  chores: readonly Chore[],
  how: CleanupOptions,
): Promise<CleanTotals> {
  const { run, isDry = false, allow = [], onFiles, isWanted } = how
  const totals = { processed: 0, cleaned: 0, removed: 0, failed: 0 }
  const busy = new Map<Chore, SessionFile[]>()
  const batches = chores
    .flatMap((chore) => batchesOf(chore.files).map((files) => ({ chore, files })))
    .values()
  const work = async (): Promise<void> => {
    for (const { chore, files } of batches) {
      const { target, options } = chore
      if (!isWanted(target)) continue
      const paths = files.map(({ path }) => path)
      const rows = await pool.run({ do: 'clean', target, paths, options, allow, run, isDry })
      for (const row of rows) {
        totals.processed += 1
        if (row.failure?.mayPass) {
          const size = files.find(({ path }) => path === row.path)?.size ?? 0
          busy.set(chore, [...(busy.get(chore) ?? []), { path: row.path ?? '', size }])
        } else if (row.failure !== undefined) totals.failed += 1
        else if (row.removed > 0) {
          totals.cleaned += 1
          totals.removed += row.removed
        }
      }
      onFiles(rows, chore)
    }
  }
  await Promise.all(Array.from({ length: pool.size }, work))
  return { ...totals, busy: [...busy].map(([chore, files]) => ({ ...chore, files })) }
}
