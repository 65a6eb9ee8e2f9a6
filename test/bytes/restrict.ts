import type { Pick } from '../../core/src/model/pick.ts'

/** A string that stands in for a long one. */
export const standIn = 'inked'

/** Thrown where a pick says that a value has to be read in full. */
export class Strange extends Error {}

/**
 * What a pick leaves of a value: the naive way, on objects.
 *
 * A string that is not wanted is one as blank or as inked.
 */
export function restrict(value: unknown, pick: Pick): unknown {
  if (pick.isWhole === true) return value
  if (typeof value === 'string' && pick.isJson === true) return isJson(value) ? '{}' : value
  if (typeof value === 'string') return isLong(value) ? standIn : value
  if (Array.isArray(value)) {
    const { each } = pick
    return each === undefined ? [] : value.map((element) => restrict(element, each))
  }
  if (typeof value !== 'object' || value === null) return value
  const { members = {}, isClosed = false } = pick
  const wanted = new Map(Object.entries(members))
  const kept: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const inner = wanted.get(name)
    if (inner !== undefined) kept.push([name, restrict(member, inner)])
    else if (isClosed) throw new Strange(name)
  }
  return Object.fromEntries(kept)
}

function isLong(text: string): boolean {
  return text.trim() !== '' && Buffer.byteLength(JSON.stringify(text)) > 34
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
