import type { Row, Rows } from '../model/row.ts'
import type { RuleName } from '../model/rule-names.ts'
import type { Rulebook } from '../model/rulebook.ts'

/**
 * For each rule by which one of several APIs refuses a conversation, a row that refuses it in every case.
 *
 * The first API of the list that refuses the fault gives the row. `own` holds the rows that no API has as such, and
 * `covered` the rules whose faults another row finds already.
 */
export function strictest(
  books: readonly Rulebook[],
  own: Rows = {},
  covered: readonly RuleName[] = [],
): Rows {
  const rows: Record<string, Row> = {}
  for (const { rows: demands } of books) {
    for (const [rule, row] of Object.entries<Row>(demands)) {
      if (row.severity !== 'refused' || rule in rows || covered.some((name) => name === rule)) continue
      const { adviceWhen: _when, adviceOf: _of, instructionsWhen: _newer, ...strict } = row
      rows[rule] = strict
    }
  }
  return { ...rows, ...own }
}
