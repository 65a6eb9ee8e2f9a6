import type { Smaller } from '../../stores/mend/compact.ts'
import { isRefused } from '../judge/verdict.ts'
import type { RewriteReport } from './rewrite-one.ts'

/** The end of a rewrite, in one word. */
export type RewriteState =
  /** Somebody was asked, and said no. */
  | 'declined'
  /** The session must not be written to, and is broken. */
  | 'read-only'
  /** Nothing was written, since faults would be left. */
  | 'faults-left'
  /** Nothing had to change. */
  | 'unchanged'
  /** A dry run: nothing was written. */
  | 'planned'
  /** Written, with faults left. */
  | 'in-part'
  /** Written, and nothing will be refused. */
  | 'rewritten'

/** The end of a repair. */
export function mendState({ made, operation, isDry, isDeclined }: RewriteReport): RewriteState {
  const areLeft = made.left.some(isRefused)
  if (isDeclined) return 'declined'
  if (operation === undefined && areLeft)
    return made.before.session.readOnly === undefined ? 'faults-left' : 'read-only'
  if (made.changes.length === 0) return 'unchanged'
  if (isDry) return 'planned'
  if (operation === undefined) return 'faults-left'
  return areLeft ? 'in-part' : 'rewritten'
}

/** The end of a compaction; whether the session is small enough now, its size report says. */
export function compactState({ made, isDry, isDeclined }: RewriteReport<Smaller>): RewriteState {
  if (isDeclined) return 'declined'
  if (made.before.session.readOnly !== undefined) return 'read-only'
  if (made.report === undefined || !made.isSound) return 'faults-left'
  if (made.changes.length === 0) return 'unchanged'
  return isDry ? 'planned' : 'rewritten'
}
