import type { Row, Rulebook } from '../model/rulebook.ts'

/** By rulebook, the one by which we judge our own writing. */
const written = new WeakMap<Rulebook, Rulebook>()

/** The same rulebook for documents that we write: what only documents of others may have is refused in them. */
export function forWriting(rulebook: Rulebook): Rulebook {
  const known = written.get(rulebook)
  if (known !== undefined) return known
  const rows = Object.entries(rulebook.rows)
  const isMild = rows.some(([, row]) => row.adviceOf?.given !== undefined)
  const strict = isMild ? { ...rulebook, rows: Object.fromEntries(rows.map(withoutGiven)) } : rulebook
  written.set(rulebook, strict)
  return strict
}

function withoutGiven([rule, row]: [string, Row]): [string, Row] {
  if (row.adviceOf?.given === undefined) return [rule, row]
  const { given: _, ...others } = row.adviceOf
  return [rule, { ...row, adviceOf: others }]
}
