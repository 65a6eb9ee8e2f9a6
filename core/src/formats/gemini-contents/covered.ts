import type { Demands } from '../../model/format.ts'

/** The rules that a quick look at the contents covers. */
const covered: ReadonlySet<string> = new Set([
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'results-split',
  'results-out-of-order',
  'duplicate-result',
  'text-beside-results',
  'call-by-user',
  'call-not-after-user',
  'arguments-not-object',
  'result-not-object',
  'tool-name-missing',
  'illegal-tool-name',
  'signature-missing',
  'unknown-role',
  'empty-turn',
  'ends-on-model',
  'no-turns',
])

/** Whether a quick look covers all that a rulebook demands; one that demands more is always read in full. */
export function covers({ rows, layout }: Demands): boolean {
  const isUsual =
    layout.answers === 'next' &&
    layout.positional === true &&
    layout.unique === 'free' &&
    !layout.merges &&
    !layout.lead &&
    !layout.callsLast
  return isUsual && Object.keys(rows).every((rule) => covered.has(rule))
}
