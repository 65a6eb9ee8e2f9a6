import { badOption } from '../model/options.ts'
import type { Finding, Report } from '../types.ts'
import type { About, GuardOptions } from './options.ts'

/** Tells the owner of a guard, and those who watch all guards, of a request that was looked at: a sound one has no report. */
export function tell({ onScan, onRepair }: GuardOptions, report: Report | undefined, about: About): void {
  const { found, left } = report ?? { found: [], left: [] }
  const edits = report?.plan.edits.length ?? 0
  for (const watch of watchers) watch({ ...about, found, left, edits })
  onScan?.(found, about)
  const isChanged = edits > 0 || about.binding !== undefined
  if (report !== undefined && (isChanged || left.some(({ severity }) => severity === 'refused')))
    onRepair?.(report, about)
}

/** A request that a guard looked at: names, places and counts, and no body. */
export interface GuardEvent extends About {
  readonly found: readonly Finding[]
  /** The faults that are still there in the request that is sent. */
  readonly left: readonly Finding[]
  /** How many edits the request was mended with. */
  readonly edits: number
}

const watchers = new Set<(event: GuardEvent) => void>()

/** Calls a function with each request that any guard looks at, before it is sent; returns a function that ends this. */
export function watchGuards(watch: (event: GuardEvent) => void): () => void {
  if (typeof watch !== 'function')
    throw badOption('`watchGuards` calls a function.', 'watchGuards((event) => tell(event))')
  // A function that is given twice is called twice.
  const own = (event: GuardEvent): void => watch(event)
  watchers.add(own)
  return () => {
    watchers.delete(own)
  }
}
