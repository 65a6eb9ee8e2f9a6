import type { Patience } from '../disk/index.ts'
import type { SessionContext } from '../sessions/find/context.ts'
import type { Found } from '../sessions/find/find.ts'
import { batchesOf } from '../sessions/rewrite/batches.ts'
import type { CleanRow } from '../sessions/rewrite/clean-row.ts'
import type { CleanOptions } from '../stores/clean/cleaning.ts'
import { type Chore, type CleanupOptions, cleanUp } from './cleanup.ts'
import { noThreads, openPool } from './pool.ts'
import { nameOf, type TransitionTarget } from './targets.ts'
import type { SessionFile } from './tasks.ts'

/** How files are cleaned. */
export interface CleanFilesOptions extends Pick<CleanupOptions, 'isDry' | 'allow'> {
  /** Told of files that are done. */
  onFiles(rows: readonly CleanRow[]): void
  /** Whether no other file is to be begun. */
  isStopped(): boolean
  /** How long sessions that are in use are waited for; if left out, not at all. */
  readonly patience?: Patience
}

const firstPauseMs = 50
const longestPauseMs = 500

/** A file with what went from it; none where a place could not even be looked at. */
export interface CleanedFile extends CleanRow {
  readonly found: Found | undefined
}

/** Cleans files, in threads if they are many; files that were not reached have no row. */
export async function cleanFiles(
  context: SessionContext,
  found: readonly Found[],
  options: CleanOptions,
  { patience, isStopped, onFiles, ...how }: CleanFilesOptions,
): Promise<readonly CleanedFile[]> {
  const { disk } = context
  const rows = new Map<string | undefined, CleanRow>()
  const chores = choresOf(context, found, options)
  const isMany = chores.reduce((sum, { files }) => sum + batchesOf(files).length, 0) > 1
  const pool = isMany ? openPool(undefined, false) : noThreads
  const tell = (done: readonly CleanRow[]): void => {
    onFiles(done.filter(({ path }) => !rows.has(path)))
    for (const row of done) rows.set(row.path, row)
  }
  const step = (chores: readonly Chore[]) =>
    cleanUp(pool, chores, { ...how, run: disk.run, onFiles: tell, isWanted: () => !isStopped() })
  try {
    const end = disk.now() + (patience?.waitMs ?? 0)
    let { busy } = await step(chores)
    for (let pause = firstPauseMs; busy.length > 0 && !isStopped() && disk.now() < end; pause *= 2) {
      const waiting = busy.flatMap(({ files }) => rows.get(files[0]?.path)?.failure ?? [])
      if (pause === firstPauseMs && waiting[0] !== undefined) patience?.onWait?.(waiting[0])
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, longestPauseMs, end - disk.now())))
      ;({ busy } = await step(busy))
    }
  } finally {
    await pool.close()
  }
  return found.flatMap((each) => {
    const row = rows.get(each.target.path)
    return row === undefined ? [] : { ...row, found: each }
  })
}

/** The files of each agent and profile. */
function choresOf(
  { disk, home }: SessionContext,
  found: readonly Found[],
  options: CleanOptions,
): readonly Chore[] {
  const chores = new Map<string, { target: TransitionTarget; options: CleanOptions; files: SessionFile[] }>()
  for (const { store, profile, target: file } of found) {
    const key = nameOf({ agent: store.name, profile })
    const target = { key, agent: store.name, profile, home: home.folder, state: disk.folder, isListed: true }
    const chore = chores.get(key) ?? { target, options, files: [] }
    chores.set(key, chore)
    chore.files.push({ path: file.path, size: file.stat.size })
  }
  return [...chores.values()]
}
