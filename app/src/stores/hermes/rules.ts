import type { RuleName } from '@mortise/core'
import type { Coping } from '../contract/coping.ts'

/** The rules that rows can break: Hermes sees to roles, contents and the form of each API as it sends. */
export const concerns: readonly RuleName[] = [
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'duplicate-result',
  'duplicate-call-id',
  'call-id-missing',
]

/** On loading, it takes calls without a result and results without a call out: the model forgets them, and the rows stay. */
export const copes: readonly Coping[] = [
  { does: 'heals', rules: ['call-without-result', 'result-without-call'] },
]
