import { isObject } from './json.ts'

/** A count as a document gives it: a whole number, not negative; else undefined. */
function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** The count of that name in an object. */
export function countIn(value: unknown, name: string): number | undefined {
  return isObject(value) ? countOf(value[name]) : undefined
}

/** The sum of the counts that are known; undefined where none is. */
export function sumOf(...counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0)
}

/** The same object without the members that have no value. */
export function present<Members extends object>(members: Members): Present<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Present<Members>
}

/** Members that have a value, or are absent. */
export type Present<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name]
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<
    Members[Name],
    undefined
  >
}
