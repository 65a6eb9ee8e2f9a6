import type { RuleName } from '@mortise/core'
import type { Coping } from '../contract/coping.ts'

/** The faults that records can carry; Qwen Code converts the rest of each message for the API that it is sent to. */
export const concerns: readonly RuleName[] = [
  'call-without-result',
  'duplicate-result',
  'result-out-of-place',
  'result-without-call',
  'results-split',
]

/**
 * As it sends, Qwen Code answers open calls, moves results to their calls, and leaves out what is too many.
 *
 * It splits records that stand on one line, and skips lines that it cannot read.
 */
export const copes: readonly Coping[] = [
  { does: 'heals', rules: concerns },
  { does: 'loses', rules: ['unreadable'] },
]
