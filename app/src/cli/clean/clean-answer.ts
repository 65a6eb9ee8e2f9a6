import { totalsOf, writtenIn } from '../../sessions/rewrite/clean-row.ts'
import type { CleanOptions } from '../../stores/clean/cleaning.ts'
import type { CleanedFile } from '../../transition/clean-files.ts'
import { answerHead } from '../program/answer.ts'
import { failureOf } from './clean-lines.ts'

/** The whole answer as JSON. */
export function cleanAnswer(
  rows: readonly CleanedFile[],
  { deny, isText }: CleanOptions,
  isDry: boolean,
): object {
  const mode = isText ? 'text' : deny.keep === 'completed' ? 'keep-completed' : 'strip'
  return {
    ...answerHead('clean', { kind: 'sessions' }),
    tools: deny.tools,
    mode,
    dryRun: isDry,
    sessions: rows.map(rowMembers),
    totals: {
      ...totalsOf(rows),
      written: writtenIn(rows, 'written'),
      unwritten: writtenIn(rows, 'unwritten'),
    },
  }
}

function rowMembers(row: CleanedFile): unknown {
  const { found, id, processed, cleaned, removed, calls, results, tools, operation } = row
  const { records, notes, thoughts, kept, unread, written, unwritten } = row
  const failure = failureOf(row)
  const error = failure && { code: failure.code, message: failure.message }
  if (found === undefined) return { error }
  return {
    agent: found.store.name,
    ...(found.profile === undefined ? {} : { profile: found.profile }),
    path: found.target.path,
    ...(found.isArchive === true ? { archive: true } : {}),
    id,
    processed,
    cleaned,
    removed,
    calls,
    results,
    records,
    notes,
    thoughts,
    kept,
    unread,
    written,
    unwritten,
    tools: Object.fromEntries(tools),
    changed: operation !== undefined,
    operation: operation ?? null,
    ...(error === undefined ? {} : { error }),
  }
}
