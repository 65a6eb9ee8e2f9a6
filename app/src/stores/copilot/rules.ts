import type { RuleName } from '@mortise/core'
import type { Coping } from '../contract/coping.ts'

/** The faults that the events can carry: Copilot CLI writes the rest of each request by itself. */
export const concerns: readonly RuleName[] = [
  'call-without-result',
  'duplicate-result',
  'result-out-of-place',
  'result-without-call',
  'results-split',
]

/**
 * Copilot CLI pairs calls and results before each request since 1.0.78.
 *
 * Older versions refuse a log with a line that they cannot read. 1.0.102 was seen to skip such lines, without a word; it
 * still refuses a log that `session.start` does not open.
 */
export const copes: readonly Coping[] = [
  { does: 'heals', rules: concerns, since: '1.0.78' },
  { does: 'loses', rules: ['unreadable'], since: '1.0.102' },
]
