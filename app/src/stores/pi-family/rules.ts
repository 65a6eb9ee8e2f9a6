import type { RuleName } from '@mortise/core'

/**
 * The rules that records, or a repair of them, can break.
 *
 * On sending, these agents see to ids, empty texts, roles and unsigned reasoning themselves.
 */
export const concerns: readonly RuleName[] = [
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'duplicate-result',
  'duplicate-call-id',
  'call-id-missing',
  'tool-name-missing',
  'arguments-not-object',
  'null-content',
  'reasoning-bound',
]
