import type { Demands } from '../../model/format.ts'

/** The rules that a quick look at the messages covers. */
const covered: ReadonlySet<string> = new Set([
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'result-not-leading',
  'results-split',
  'call-not-last',
  'text-beside-results',
  'text-beside-calls',
  'duplicate-result',
  'duplicate-call-id',
  'illegal-call-id',
  'call-id-missing',
  'call-by-user',
  'arguments-not-object',
  'tool-name-missing',
  'illegal-tool-name',
  'result-not-object',
  'unknown-role',
  'system-out-of-place',
  'content-not-list',
  'null-content',
  'empty-turn',
  'empty-text',
  'media-in-result',
  'unsupported-media',
  'blank-turn',
  'empty-error-result',
  'error-result-not-text',
  'reasoning-unsigned',
  'reasoning-not-first',
  'reasoning-missing',
  'reasoning-bound',
  'reasoning-changed',
  'reasoning-when-off',
  'too-many-cache-marks',
  'document-without-text',
  'same-speaker-twice',
  'starts-on-model',
  'ends-on-model',
  'trailing-space',
  'tools-not-declared',
  'forced-call-when-thinking',
  'lone-surrogate',
  'no-turns',
])

/** Whether a quick look covers all that a rulebook demands; one that demands more is always read in full. */
export function covers({ rows, layout }: Demands): boolean {
  const isUsual = layout.answers === 'next' && layout.lead && layout.callsLast && layout.unique === 'request'
  return isUsual && layout.alternates === 'turns' && Object.keys(rows).every((rule) => covered.has(rule))
}
