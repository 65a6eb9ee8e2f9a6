import type { RuleName } from '@mortise/core'
import type { Coping } from '../contract/coping.ts'

/** The faults that the records can carry: Kimi Code writes the rest of each request by itself. */
export const concerns: readonly RuleName[] = [
  'call-without-result',
  'duplicate-result',
  'result-out-of-place',
  'result-without-call',
  'results-split',
]

/**
 * As it replays a log, Kimi Code answers open calls, keeps back what was said meanwhile, and leaves out other results.
 *
 * It passes over half a line at the end. Half a line before the end is another matter: versions before 2.1 refuse the
 * session, later ones cut the log off there and go on without all that followed.
 */
export const copes: readonly Coping[] = [
  { does: 'heals', rules: concerns },
  { does: 'loses', rules: ['unreadable'], isAtEnd: true },
]
