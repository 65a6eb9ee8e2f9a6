import { rowNamed } from '../model/row.ts'
import type { RuleName } from '../model/rule-names.ts'
import type { Rulebook } from '../model/rulebook.ts'

/** Rules about shapes that some versions of an API take, next to a shape that all of them take: nothing is lost by it. */
const settled: readonly RuleName[] = [
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'duplicate-result',
  'call-not-after-user',
  'same-speaker-twice',
  'results-split',
  'result-not-leading',
  'call-not-last',
  'empty-text',
  'empty-turn',
  'null-content',
  'content-not-text',
  'media-in-result',
]

const strict = new WeakMap<Rulebook, Rulebook>()

/** The rulebook for a document that we write: where versions of the API disagree about a shape, the strictest one counts. */
export function asWritten(rulebook: Rulebook): Rulebook {
  const known = strict.get(rulebook)
  if (known !== undefined) return known
  const made: Rulebook = { ...rulebook, rows: { ...rulebook.rows, ...strictRows(rulebook) } }
  strict.set(rulebook, made)
  return made
}

function strictRows({ rows }: Rulebook): Rulebook['rows'] {
  const entries = settled.flatMap((rule) => {
    const row = rowNamed(rows, rule)
    if (row === undefined) return []
    const { adviceOf: _of, adviceWhen: _when, ...always } = row
    return [[rule, { ...always, severity: 'refused' }] as const]
  })
  return Object.fromEntries(entries)
}
