import type { Demands } from '../../model/format.ts'

/** The rules that a quick look at the messages covers. */
const covered: ReadonlySet<string> = new Set([
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'duplicate-result',
  'duplicate-call-id',
  'call-id-missing',
  'call-by-user',
  'content-not-text',
  'null-content',
  'unknown-role',
  'tool-name-missing',
  'arguments-not-object',
  'no-turns',
  'reasoning-bound',
])

/** Whether a quick look covers all that a rulebook demands; one that demands more is always read in full. */
export function covers({ rows, layout }: Demands): boolean {
  const isUsual = layout.answers === 'exchange' && layout.unique === 'turn' && !layout.callsLast
  return isUsual && Object.keys(rows).every((rule) => covered.has(rule))
}
