import type { RuleName } from '@mortise/core'
import type { Coping } from '../contract/coping.ts'

/**
 * Forms that Codex gives to every request.
 *
 * It reads each item into a type of its own and prints that one: members that it does not know are not sent, and an item
 * of which a member has the wrong type is not read at all.
 */
export const unasked: readonly RuleName[] = [
  'arguments-not-text',
  'item-not-stored',
  'no-turns',
  'null-content',
  'unsupported-property',
]

/**
 * Before each request, Codex answers open calls with "aborted".
 *
 * The file stays as it was. Lines that it cannot read it skips.
 */
export const copes: readonly Coping[] = [
  { does: 'heals', rules: ['call-without-result'] },
  { does: 'loses', rules: ['unreadable'] },
]

/** It leaves out results without a call too, if they name one. The service behind a ChatGPT login takes those that name none. */
export const orphanCopes: readonly Coping[] = [
  { does: 'heals', rules: ['result-without-call', 'call-id-missing'] },
]
