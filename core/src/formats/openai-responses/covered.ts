import type { Demands } from '../../model/format.ts'

/** The rules that a quick look at the items covers. */
const covered: ReadonlySet<string> = new Set([
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'duplicate-result',
  'duplicate-call-id',
  'illegal-call-id',
  'call-id-missing',
  'duplicate-item-id',
  'illegal-item-id',
  'item-not-stored',
  'reasoning-dangling',
  'call-without-reasoning',
  'null-content',
  'unsupported-property',
  'content-not-text',
  'unknown-role',
  'tool-name-missing',
  'wrong-part-type',
  'arguments-not-json',
  'arguments-not-text',
  'no-turns',
])

/** Whether a quick look covers all that a rulebook demands; one that demands more is always read in full. */
export function covers({ rows, layout }: Demands): boolean {
  const isUsual = layout.answers !== 'next' && !layout.callsLast && layout.unique === 'request'
  const isSpelled = rows['illegal-call-id']?.pattern === undefined
  return isUsual && isSpelled && Object.keys(rows).every((rule) => covered.has(rule))
}
