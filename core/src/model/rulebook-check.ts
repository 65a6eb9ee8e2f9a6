import { isObject } from './json.ts'
import { badOption } from './options.ts'

/** Refuses what is given in place of a rulebook and is none. */
export function checkRulebook(value: unknown): void {
  if (!isRulebook(value))
    throw badOption('A rulebook has a `name`, a `format`, a `layout` and `rows`.', rulebookHint)
}

const rulebookHint = "{ ...rulebooks[0], name: 'own', rows: { … } }"

function isRulebook(value: unknown): boolean {
  if (!isObject(value)) return false
  const { name, format, layout, rows } = value
  const isNamed = typeof name === 'string' && typeof format === 'string'
  return isNamed && isObject(layout) && isObject(rows) && Object.values(rows).every(isObject)
}
