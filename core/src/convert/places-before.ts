import type { Repair } from '../engine/repair.ts'
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
  let known: ReadonlyMap<object, Place> | undefined
  return (at) => {
    known ??= placesIn(before)
    return placeBefore(document, at, known)
  }
}

function placeBefore(document: unknown, at: Place, known: ReadonlyMap<object, Place>): Place {
  const path: unknown[] = [document]
  for (const step of at) path.push(childOf(path.at(-1), step))
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const place = placeOf(path[depth], known)
    if (place !== undefined) return [...place, ...at.slice(depth)]
  }
  return []
}

/** The value at a place of a document; undefined where there is none. */
export function valueAt(document: unknown, at: Place): unknown {
  let value = document
  for (const step of at) value = childOf(value, step)
  return value
}

function placeOf(value: unknown, known: ReadonlyMap<object, Place>): Place | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const place = known.get(value)
  if (place !== undefined) return place
  for (const child of Object.values(value)) {
    const inner = placeInside(child, known)
    if (inner !== undefined) return inner.slice(0, -1)
  }
  return undefined
}

/** The place of a value, told by itself or by one of its elements. */
function placeInside(value: unknown, known: ReadonlyMap<object, Place>): Place | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const place = known.get(value)
  if (place !== undefined || !Array.isArray(value)) return place
  const element: unknown = value.find((each) => typeof each === 'object' && each !== null && known.has(each))
  return element === undefined ? undefined : known.get(element as object)?.slice(0, -1)
}

function childOf(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
  return (value as Readonly<Record<string | number, unknown>>)[step]
}

/** Every object and list of a document, with its place. */
function placesIn(document: unknown): ReadonlyMap<object, Place> {
  const known = new Map<object, Place>()
  const pending: [unknown, Place][] = [[document, []]]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, at] = next
    if (typeof value !== 'object' || value === null || known.has(value)) continue
    known.set(value, at)
    const isList = Array.isArray(value)
    for (const [key, child] of Object.entries(value))
      if (typeof child === 'object' && child !== null)
        pending.push([child, [...at, isList ? Number(key) : key]])
  }
  return known
}
