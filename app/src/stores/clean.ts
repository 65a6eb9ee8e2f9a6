import { deniedBy, type Finding } from '@mortise/core'
import { type Checked, checkRecords } from './check.ts'
import { Cleaning, type CleanOptions } from './cleaning.ts'
import { type Census, takeCensus } from './denied-parts.ts'
import { type Mended, mendSession } from './mend.ts'
import type { Store } from './store.ts'

/** A session without the calls and results of denied tools. */
export interface Cleaned extends Mended {
  /** What went, or had to. */
  readonly census: Census
  /** Whether nothing that has to go is left, and nothing is worse than before. */
  readonly isClean: boolean
}

/**
 * Takes calls and results of denied tools out of every conversation in a file, sent or not.
 *
 * What was wrong before stays as it was; what would come to be wrong by it is mended.
 */
export function cleanSession(store: Store, path: string, bytes: Uint8Array, options: CleanOptions): Cleaned {
  const before = checkRecords(store, path, bytes)
  const census = takeCensus(store, before.entries, deniedBy(options.deny))
  const left = (isClean: boolean): Cleaned => {
    return { before, bytes, changes: [], census, isClean, left: before.found, isSound: !isBroken(before) }
  }
  if (census.calls + census.results === 0) return left(true)
  if (before.session.readOnly !== undefined) return left(false)
  const cleaning = new Cleaning({ store, path, before, census, options }, bytes)
  if (!cleaning.run()) return left(false)
  const { bytes: cleaned, changes } = mendedAnew(store, path, before, cleaning)
  if (!isCleanNow(store, path, cleaned, census, before, options)) return left(false)
  const after = checkRecords(store, path, cleaned)
  const isSound = !isBroken(after)
  return { before, bytes: cleaned, changes, census, isClean: true, left: after.found, isSound }
}

function isBroken({ found }: Checked): boolean {
  return found.some(({ severity }) => severity === 'refused')
}

/** What a cleaning would come to be refused by is mended, as a repair mends it. */
function mendedAnew(
  store: Store,
  path: string,
  before: Checked,
  { bytes, changes }: Cleaning,
): Pick<Cleaned, 'bytes' | 'changes'> {
  if (newFaults(before, checkRecords(store, path, bytes)).length === 0) return { bytes, changes }
  const mended = mendSession(store, path, bytes, { isPartial: true })
  return { bytes: mended.bytes, changes: [...changes, ...mended.changes] }
}

/** Whether a session holds nothing more that has to go, and no fault that was not there before. */
export function isCleanNow(
  store: Store,
  path: string,
  bytes: Uint8Array,
  { elsewhere }: Census,
  before: Checked,
  { deny }: CleanOptions,
): boolean {
  const after = checkRecords(store, path, bytes)
  const { calls, results } = takeCensus(store, after.entries, { ...deniedBy(deny), calls: elsewhere.calls })
  return calls + results === 0 && newFaults(before, after).length === 0
}

/**
 * What an API would refuse now, or whose parent is missing now, and was not so before.
 *
 * A call or result that was in the wrong before may be so in another way, once its neighbours are gone.
 */
function newFaults(before: Checked, after: Checked): readonly Finding[] {
  const isFault = ({ rule, severity }: Finding): boolean =>
    severity === 'refused' || rule === 'parent-missing'
  const nameOf = ({ rule, message }: Finding): string => (rule === 'parent-missing' ? message : rule)
  const faults = before.found.filter(isFault)
  const ids = new Set(faults.flatMap(({ calls }) => calls))
  const names = new Set(faults.filter(({ calls }) => calls.length === 0).map(nameOf))
  return after.found.filter((one) => {
    const isKnown = one.calls.length === 0 ? names.has(nameOf(one)) : one.calls.every((id) => ids.has(id))
    return isFault(one) && !isKnown
  })
}
