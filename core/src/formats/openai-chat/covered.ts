import type { Demands } from '../../model/format.ts'
import { looksFor } from './strays.ts'

/** The rules that a quick look at the messages covers. */
const covered: ReadonlySet<string> = new Set([
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'duplicate-result',
  'duplicate-call-id',
  'illegal-call-id',
  'call-id-missing',
  'call-by-user',
  'empty-call-list',
  'null-content',
  'empty-text',
  'empty-tool-list',
  'forced-call-when-thinking',
  'tool-parameters-missing',
  'unknown-role',
  'arguments-not-json',
  'arguments-not-text',
  'user-after-result',
  'system-out-of-place',
  'ends-on-model',
  'arguments-not-object',
  'media-in-result',
  'content-not-text',
  'unsupported-property',
  'no-user-turn',
  'empty-turn',
  'reasoning-bound',
  'reasoning-missing',
  'same-speaker-twice',
  'starts-on-model',
  'tool-name-missing',
  'illegal-tool-name',
  'text-beside-calls',
  'no-turns',
])

/** Whether a quick look covers all that a rulebook demands; one that demands more is always read in full. */
export function covers({ rows, layout }: Demands): boolean {
  const isTied = layout.unique !== 'free' || layout.positional === true
  const isUsual =
    layout.answers === 'adjacent' && !layout.callsLast && layout.alternates !== 'turns' && isTied
  return (
    isUsual &&
    isSpoken(rows) &&
    looksFor(rows['unsupported-property']) &&
    Object.keys(rows).every((rule) => covered.has(rule))
  )
}

/** Whether the rows that concern some speakers say which. */
function isSpoken(rows: Demands['rows']): boolean {
  return ['empty-turn', 'content-not-text'].every(
    (rule) => rows[rule] === undefined || rows[rule].speakers !== undefined,
  )
}
