import type { RuleName } from '@mortise/core'
import type { Coping } from '../contract/coping.ts'
import type { Entry } from '../contract/store.ts'
import { memberAt, nonEmpty } from '../records/json.ts'

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

/** The API of the provider that answered last; where none is noted, that of the records' form. */
export function apiOfProvider(entries: readonly Entry[], member: string): string {
  const providers = entries.map(({ value }) => nonEmpty(memberAt(value, ['modelInfo', member])))
  const last = providers.findLast((provider) => provider !== undefined)
  return last === undefined || ownForm.has(last) ? 'anthropic' : 'openai'
}

const ownForm: ReadonlySet<unknown> = new Set(['anthropic', 'bedrock', 'vertex', 'claude-code'])

/** Behind a summary or a hidden range, these agents leave out results whose calls are not sent. */
export const behindSummary: readonly Coping[] = [{ does: 'heals', rules: ['result-without-call'] }]
