import { formatPath } from './member-path.ts'

type ConfigTable = Readonly<Record<string, unknown>>

/**
 * The paths of the members that differ, in the order of the tables.
 *
 * A list counts as one value. A table that appears or vanishes counts for each of its members: a new `tools` with
 * `deny` in it is a change of `tools.deny`.
 */
export function diffPaths(previous: unknown, next: unknown): readonly string[] {
  return differences(previous, next, []).map((way) => formatPath(way))
}

/** The ways to the members that differ. */
export function differences(
  previous: unknown,
  next: unknown,
  way: readonly string[] = [],
): readonly (readonly string[])[] {
  if (isSame(previous, next)) return []
  const [before, after] = [tableOf(previous), tableOf(next)]
  if (before === undefined || after === undefined) return [way]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const found = keys.flatMap((key) => differences(before[key], after[key], [...way, key]))
  // An empty table has no member that could count for it.
  return found.length > 0 ? found : [way]
}

/** A table as one; what is not there is an empty one. */
function tableOf(value: unknown): ConfigTable | undefined {
  if (value === undefined) return {}
  return isTable(value) ? value : undefined
}

/** Whether a value has members that are written down; a URL and an address are written as one text. */
function isTable(value: unknown): value is ConfigTable {
  return isObject(value) && Object.keys(value).join() !== 'host,port'
}

/** Whether two values say the same; a member that is undefined is one that is not there. */
function isSame(left: unknown, right: unknown): boolean {
  if (left instanceof URL && right instanceof URL) return left.href === right.href
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((each, index) => isSame(each, right[index]))
  if (!isObject(left) || !isObject(right)) return left === right
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].every((key) => isSame(left[key], right[key]))
}

function isObject(value: unknown): value is ConfigTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof URL)
}
