import type { DiskError } from '../../disk/index.ts'
import type { Along, Cleaned } from '../../stores/clean/clean.ts'
import type { Written } from '../../stores/clean/text-cleaning.ts'
import { nameAt } from '../find/session-name.ts'
import type { Rewritten } from './rewrite.ts'
import { mayPass, type RewrittenOne } from './rewrite-all.ts'

/** The calls and results that went from a file, or would; plain data, which travels between threads. */
export interface CleanRow extends Along {
  /** Undefined if a place could not even be looked at. */
  readonly path: string | undefined
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
interface CleanFailure extends Pick<DiskError, 'message' | 'exit' | 'path' | 'hint'> {
  readonly code: DiskError['code'] | 'not-clean'
  /** Whether it may pass by itself: somebody writes to the file. */
  readonly mayPass: boolean
}

/** The row of a file that was cleaned, or would be, or could not be. */
export function cleanRow({ found, outcome }: RewrittenOne<Cleaned>): CleanRow {
  const { path } = found.target
  if (!outcome.ok) return failedRow(path, outcome.error)
  const { made, replaced } = outcome.value
  const { session } = made.before
  const row = rowOf(path, outcome.value)
  if (!made.isClean) {
    const name = nameAt(found.store, path)
    const why = { exit: 3, path: undefined, hint: undefined, mayPass: false } as const
    const failure: CleanFailure =
      session.readOnly === undefined
        ? {
            ...why,
            code: 'not-clean',
            message: `\`${name}\` cannot be cleaned without breaking it; it was left as it is.`,
          }
        : { ...why, code: 'read-only', message: `\`${name}\` is left alone. ${session.readOnly}` }
    return { ...row, removed: 0, failure }
  }
  if (replaced.state !== 'replaced') return row
  return { ...row, operation: replaced.operation, carried: replaced.carried }
}

function rowOf(path: string, { made }: Rewritten<Cleaned>): CleanRow {
  const { before, changes, census, along, written, unwritten, unread } = made
  const { calls, results, kept, tools, called } = census
  const touched = changes.filter((change) => change.do !== 'insert' && change.do !== 'relink')
  return {
    path,
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
}

/** The row of a file, or of a place, that could not be read or written. */
export function failedRow(path: string | undefined, error: DiskError): CleanRow {
  const { code, message, exit, hint } = error
  const failure = { code, message, exit, hint, path: error.path, mayPass: mayPass(error) }
  const none = { id: null, title: undefined, processed: 0, cleaned: 0, removed: 0, calls: 0, results: 0 }
  const along = { records: 0, notes: 0, thoughts: 0, kept: 0, unread: 0, ...nothingWritten }
  return { path, ...none, ...along, tools: new Map(), called: new Set(), failure }
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

type Counted = 'removed' | 'calls' | 'results' | 'records' | 'notes' | 'thoughts'

/** The sums over all files of a cleaning. */
export interface CleanTotals extends Pick<CleanRow, 'processed' | 'cleaned' | 'kept' | Counted> {
  readonly failed: number
}

/** Sums up the files that were looked at, those that hold less now, and all that went from them. */
export function totalsOf(rows: readonly CleanRow[]): CleanTotals {
  const due = rows.filter(isDue)
  const sum = (name: Counted): number => due.reduce((all, row) => all + row[name], 0)
  return {
    processed: rows.length,
    cleaned: due.length,
    removed: sum('removed'),
    calls: sum('calls'),
    results: sum('results'),
    records: sum('records'),
    notes: sum('notes'),
    thoughts: sum('thoughts'),
    kept: rows.reduce((all, row) => all + row.kept, 0),
    failed: rows.filter(({ failure }) => failure !== undefined).length,
  }
}

/** Sums up the calls that are written as text, or those of them that go. */
export function writtenIn(rows: readonly CleanRow[], kind: 'written' | 'unwritten'): Written {
  const sum = (name: keyof Written): number => rows.reduce((all, row) => all + row[kind][name], 0)
  return { calls: sum('calls'), summaries: sum('summaries') }
}
