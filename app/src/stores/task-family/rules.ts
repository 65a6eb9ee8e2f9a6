import type { RuleName } from '@mortise/core'

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
export const healedBehindSummary: readonly RuleName[] = ['result-without-call']
