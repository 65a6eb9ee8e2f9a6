import { type Disk, type Patience, valueIn, whileBusy } from '../../disk/index.ts'
import type { Cleaned } from '../../stores/clean/clean.ts'
import type { SessionContext } from '../find/context.ts'
import type { Finds, Found } from '../find/find.ts'
import type { Watch } from '../judge/judge-all.ts'
import { type CleanRow, cleanRow, failedRow, isDue } from './clean-row.ts'
import { planRewrite, type Rewrite, rewriteInPlace } from './rewrite.ts'

/** How many files are cleaned. */
export interface CleanManyOptions {
  readonly watch: Watch
  /** Whether something thrown is about one file, and no bug: then the others are cleaned all the same. */
  isExpected(thrown: unknown): boolean
}

/** Plans the cleaning of files; places that could not be looked at are rows too. Nothing is written. */
export function planCleaning(
  { disk }: SessionContext,
  { found, closed }: Finds,
  how: Rewrite<Cleaned>,
  options: CleanManyOptions,
): readonly CleanRow[] {
  const progress = options.watch(found.length)
  const rows = found.map((each) => {
    progress.step()
    return attempt(each, options, () => cleanRow(each, valueIn(planRewrite(disk, each, how))))
  })
  progress.end()
  return [...rows, ...closed.map((error) => failedRow(undefined, error))]
}

/** Cleans the files from which something goes; the rows of the others stay as they were planned. */
export async function cleanPlanned(
  { disk }: SessionContext,
  planned: readonly CleanRow[],
  how: Rewrite<Cleaned>,
  options: CleanManyOptions & { readonly patience: Patience },
): Promise<readonly CleanRow[]> {
  const progress = options.watch(planned.length)
  const rows: CleanRow[] = []
  for (const row of planned) {
    progress.step()
    rows.push(isDue(row) && row.found !== undefined ? await cleanOne(disk, row.found, how, options) : row)
  }
  progress.end()
  return rows
}

async function cleanOne(
  disk: Disk,
  found: Found,
  how: Rewrite<Cleaned>,
  options: CleanManyOptions & { readonly patience: Patience },
): Promise<CleanRow> {
  const outcome = await whileBusy(disk, options.patience, () => rewriteInPlace(disk, found, how))
  return attempt(found, options, () => {
    const { made, replaced } = valueIn(outcome)
    const row = cleanRow(found, made)
    if (replaced.state !== 'replaced') return row
    return { ...row, operation: replaced.operation, carried: replaced.carried }
  })
}

function attempt(found: Found, { isExpected }: CleanManyOptions, make: () => CleanRow): CleanRow {
  try {
    return make()
  } catch (thrown) {
    if (!isExpected(thrown)) throw thrown
    return failedRow(found, thrown)
  }
}
