import type { Repair } from '../engine/task.ts'
import type { Place } from '../model/place.ts'

/** Finds the place in a document for a place in its repaired form. */
export type FindBefore = (at: Place) => Place

const same: FindBefore = (at) => at

/**
 * Tells where something stood before a repair moved it.
 *
 * A repair keeps each value that it only moves. What it copies on the way is found by a value inside of it.
 */
export function placesBefore(before: unknown, { document, report }: Repair): FindBefore {
  if (report.plan.edits.length === 0) return same
  let known: ReadonlyMap<object, PlaceBefore> | undefined
  // Many losses lie within one value.
  const told = new Map<unknown, PlaceBefore | undefined>()
  const spotIn = (value: unknown): PlaceBefore | undefined => {
    known ??= spotsIn(before)
    if (!told.has(value)) told.set(value, spotOf(value, known))
    return told.get(value)
  }
  return (at) => {
    const path: unknown[] = [document]
    for (const step of at) path.push(childOf(path.at(-1), step))
    for (let depth = path.length - 1; depth >= 0; depth--) {
      const spot = spotIn(path[depth])
      if (spot !== undefined) return [...placeOf(spot), ...at.slice(depth)]
    }
    return []
  }
}

/** The value at a place of a document; undefined where there is none. */
export function valueAt(document: unknown, at: Place): unknown {
  let value = document
  for (const step of at) value = childOf(value, step)
  return value
}

/** The place of a value, as the last step to it and the spot of the value that holds it: deep values share their way. */
interface PlaceBefore {
  readonly above: PlaceBefore | undefined
  readonly step: string | number
}

function placeOf(spot: PlaceBefore): Place {
  const place: (string | number)[] = []
  for (let at = spot; at.above !== undefined; at = at.above) place.push(at.step)
  return place.reverse()
}

function spotOf(value: unknown, known: ReadonlyMap<object, PlaceBefore>): PlaceBefore | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const spot = known.get(value)
  if (spot !== undefined) return spot
  for (const child of Object.values(value)) {
    const inner = spotInside(child, known)
    if (inner !== undefined) return inner.above
  }
  return undefined
}

/** The spot of a value, told by itself or by one of its elements. */
function spotInside(value: unknown, known: ReadonlyMap<object, PlaceBefore>): PlaceBefore | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const spot = known.get(value)
  if (spot !== undefined || !Array.isArray(value)) return spot
  const element: unknown = value.find((each) => typeof each === 'object' && each !== null && known.has(each))
  return element === undefined ? undefined : known.get(element as object)?.above
}

function childOf(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
  return (value as Readonly<Record<string | number, unknown>>)[step]
}

/** Every object and list of a document, with its spot. */
function spotsIn(document: unknown): ReadonlyMap<object, PlaceBefore> {
  const known = new Map<object, PlaceBefore>()
  const pending: [unknown, PlaceBefore][] = [[document, { above: undefined, step: '' }]]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, spot] = next
    if (typeof value !== 'object' || value === null || known.has(value)) continue
    known.set(value, spot)
    const isList = Array.isArray(value)
    for (const [key, child] of Object.entries(value))
      if (typeof child === 'object' && child !== null)
        pending.push([child, { above: spot, step: isList ? Number(key) : key }])
  }
  return known
}
