import type { RuleName } from '@mortise/core'
import type { Coping } from '../contract/coping.ts'

/** The rules that records can break; on sending, these agents see to blocks, ids, roles and reasoning themselves. */
export const concerns: readonly RuleName[] = [
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'result-not-leading',
  'call-not-last',
  'duplicate-result',
  'duplicate-call-id',
  'call-id-missing',
  'tool-name-missing',
  'arguments-not-object',
  'null-content',
]

/** Behind a summary, these agents leave out results whose calls the summary stands for. */
export const behindSummary: readonly Coping[] = [{ does: 'heals', rules: ['result-without-call'] }]
