import { DiskError } from '../../disk/index.ts'
import type { CleanRow } from '../../sessions/rewrite/clean-row.ts'
import { type DescribedFailure, describeFailure } from '../program/failure.ts'

/** The failure of a row in words, with its exit code; undefined if the row did not fail. */
export function failureOf({ failure }: Pick<CleanRow, 'failure'>): DescribedFailure | undefined {
  if (failure === undefined) return undefined
  const { code, message, exit, hint, path } = failure
  if (code === 'not-clean') return { code, message, exit, hint: undefined }
  return describeFailure(
    new DiskError(code, message, exit, {
      ...(hint === undefined ? {} : { hint }),
      ...(path === undefined ? {} : { path }),
    }),
  )
}
