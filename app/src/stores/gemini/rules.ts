import type { RuleName } from '@mortise/core'
import type { Coping } from '../contract/coping.ts'

/** The faults that the messages can carry: Gemini CLI writes the rest of each request by itself. */
export const concerns: readonly RuleName[] = [
  'call-without-result',
  'duplicate-result',
  'result-out-of-place',
  'result-without-call',
]

/** Gemini CLI pairs nothing as it sends, and skips lines that it cannot read. */
export const copes: readonly Coping[] = [{ does: 'loses', rules: ['unreadable'] }]
