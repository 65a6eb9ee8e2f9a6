import { headLength, type Picks } from '../../core/src/model/picks.ts'

/** A string that stands in for a long one. */
export const standIn = 'inked'

/** Thrown where a pick says that a value has to be read in full. */
export class Strange extends Error {}

/**
 * What a pick leaves of a value: the naive way, on objects.
 *
 * A string that is not wanted is one as blank or as inked.
 */
export function restrict(value: unknown, pick: Picks): unknown {
  if (pick.isWhole === true) return value
  if (typeof value === 'string' && pick.isJson === true) return isJson(value) ? '{}' : value
  if (typeof value === 'string' && pick.isHead === true) return headOf(value)
  if (typeof value === 'string') return isLong(value) ? standIn : value
  if (Array.isArray(value)) {
    const { each } = pick
    return each === undefined ? [] : value.map((element) => restrict(element, each))
  }
  if (typeof value !== 'object' || value === null) return value
  const wanted = membersOf(pick)
  const kept: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const inner = wanted.get(name)
    if (inner !== undefined) kept.push([name, restrict(member, inner)])
    else if (pick.isClosed === true) throw new Strange(name)
  }
  return Object.fromEntries(kept)
}

const known = new WeakMap<Picks, ReadonlyMap<string, Picks>>()

/** The members of a pick by name, made once. */
function membersOf(pick: Picks): ReadonlyMap<string, Picks> {
  const made = known.get(pick) ?? new Map(Object.entries(pick.members ?? {}))
  known.set(pick, made)
  return made
}

/** The beginning of a long string, if that is ASCII. */
export function headOf(text: string): string {
  const beginning = text.slice(0, headLength)
  return Buffer.byteLength(beginning) === beginning.length ? beginning : text
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
