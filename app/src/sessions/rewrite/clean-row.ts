import type { Along, Cleaned } from '../../stores/clean/clean.ts'
import type { Written } from '../../stores/clean/text-cleaning.ts'
import type { Found } from '../find/find.ts'

/** The calls and results that went from a file, or would. */
export interface CleanRow extends Along {
  /** Undefined if a place could not even be looked at. */
  readonly found: Found | undefined
  readonly id: string | null
  readonly title: string | undefined
  /** The number of records that were read, and of those that went or changed. */
  readonly processed: number
  readonly cleaned: number
  /** Calls and results together. */
  readonly removed: number
  readonly calls: number
  readonly results: number
  /** Calls that stay because they have their results. */
  readonly kept: number
  /** Stretches that cannot be read, and were left as they are. */
  readonly unread: number
  /** The calls of these tools that are written as plain text, and those of them that go. */
  readonly written: Written
  readonly unwritten: Written
  /** The number of calls and results of each tool. */
  readonly tools: ReadonlyMap<string, number>
  /** Every tool that was called in it. */
  readonly called: ReadonlySet<string>
  readonly operation?: string
  /** The number of bytes that the agent wrote meanwhile, which were kept. */
  readonly carried?: number
  readonly failure?: CleanFailure
}

/** The reason why a file was left alone. */
export type CleanFailure =
  /** Something was thrown: a `DiskError`, or a limit of the engine. */
  | { readonly is: 'thrown'; readonly thrown: unknown }
  /** It cannot be cleaned without breaking it. */
  | { readonly is: 'not-clean' }
  /** It must not be written to. */
  | { readonly is: 'read-only'; readonly reason: string }

/** The row of a file that was cleaned, or would be. */
export function cleanRow(found: Found, made: Cleaned): CleanRow {
  const { before, changes, census, along, written, unwritten, unread, isClean } = made
  const { calls, results, kept, tools, called } = census
  const touched = changes.filter((change) => change.do !== 'insert' && change.do !== 'relink')
  const row = {
    found,
    id: before.session.id,
    title: before.session.title,
    processed: before.entries.length,
    cleaned: new Set(touched.map(({ record }) => record)).size,
    removed: calls + results,
    calls,
    results,
    ...along,
    kept,
    unread,
    written: written(),
    unwritten,
    tools,
    called,
  }
  return isClean ? row : { ...row, removed: 0, failure: refusal(before.session.readOnly) }
}

function refusal(reason: string | undefined): CleanFailure {
  return reason === undefined ? { is: 'not-clean' } : { is: 'read-only', reason }
}

/** The row of a file that could not be read or written. */
export function failedRow(found: Found | undefined, thrown: unknown): CleanRow {
  const none = { id: null, title: undefined, processed: 0, cleaned: 0, removed: 0, calls: 0, results: 0 }
  const along = { records: 0, notes: 0, thoughts: 0, kept: 0, unread: 0, ...nothingWritten }
  return { found, ...none, ...along, tools: new Map(), called: new Set(), failure: { is: 'thrown', thrown } }
}

const nothingWritten = { written: { calls: 0, summaries: 0 }, unwritten: { calls: 0, summaries: 0 } }

/** How much goes from a file. */
export function goingIn({ removed, unwritten }: CleanRow): number {
  return removed + unwritten.calls + unwritten.summaries
}

/** Whether something goes from a file, and may. */
export function isDue(row: CleanRow): boolean {
  return goingIn(row) > 0 && row.failure === undefined
}

/** The number of files that were changed. */
export function changedIn(rows: readonly CleanRow[]): number {
  return rows.filter(({ operation }) => operation !== undefined).length
}
