import type { Written } from '../../stores/clean/text-cleaning.ts'
import { type CleanRow, isDue } from './clean-row.ts'

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
