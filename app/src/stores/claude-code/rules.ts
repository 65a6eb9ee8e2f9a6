import type { RuleName } from '@mortise/core'
import type { Coping } from '../contract/coping.ts'

// Of a message only its role and its blocks are sent.
export const unasked: readonly RuleName[] = ['unsupported-property']

/**
 * How Claude Code copes with faults, from the first version on that was seen to do so.
 *
 * Fifteen versions went on with such sessions, and their requests were compared. Where no version is named, real
 * sessions of many versions hold the shape and went on.
 */
export const copes: readonly Coping[] = [
  { does: 'heals', rules: ['blank-turn', 'result-not-leading'] },
  { does: 'heals', rules: ['call-without-result'], since: '1.0.109' },
  { does: 'heals', rules: ['result-without-call', 'result-out-of-place'], since: '2.1.47' },
  { does: 'heals', rules: ['duplicate-result'], since: '2.1.90' },
  { does: 'heals', rules: ['empty-text', 'empty-turn', 'call-not-last'], since: '2.1.327' },
  // It skips a line that it cannot read, and with it all records that only this line ties to the rest.
  { does: 'loses', rules: ['unreadable'] },
]
