import type { Demands } from '../../model/format.ts'
import { longestName } from './blocks.ts'
import { looksFor } from './strays.ts'

/** The rules that a quick look at the messages covers. */
const covered: ReadonlySet<string> = new Set([
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'result-not-leading',
  'results-split',
  'call-not-last',
  'duplicate-result',
  'duplicate-call-id',
  'illegal-call-id',
  'call-id-missing',
  'call-by-user',
  'arguments-not-object',
  'tool-name-missing',
  'illegal-tool-name',
  'unknown-role',
  'system-out-of-place',
  'content-not-text',
  'unsupported-property',
  'unsupported-part-member',
  'wrong-part-type',
  'null-content',
  'empty-turn',
  'empty-text',
  'blank-turn',
  'empty-error-result',
  'error-result-not-text',
  'hosted-call-without-result',
  'hosted-result-without-call',
  'illegal-hosted-id',
  'forced-call-when-thinking',
  'tools-not-declared',
  'undeclared-tool',
  'undeclared-tool-reference',
  'reasoning-unsigned',
  'reasoning-not-first',
  'reasoning-missing',
  'reasoning-bound',
  'reasoning-changed',
  'reasoning-when-off',
  'too-many-cache-marks',
  'image-too-large',
  'cache-mark-on-reasoning',
  'lone-surrogate',
  'ends-on-model',
  'trailing-space',
  'no-turns',
])

/** Whether a quick look covers all that a rulebook demands; one that demands more is always read in full. */
export function covers(demands: Demands): boolean {
  const { rows, layout } = demands
  const isUsual = layout.answers === 'next' && layout.lead && layout.callsLast && layout.unique === 'request'
  const { pattern, maximum = longestName } = rows['illegal-tool-name'] ?? {}
  const isLimited =
    rows['illegal-call-id']?.maximum !== undefined || pattern !== undefined || maximum < longestName
  const onlyUsers =
    rows['empty-turn']?.speakers?.every((speaker) => speaker === 'user') ?? rows['empty-turn'] === undefined
  return (
    isUsual &&
    !isLimited &&
    onlyUsers &&
    looksFor(demands) &&
    Object.keys(rows).every((rule) => covered.has(rule))
  )
}
