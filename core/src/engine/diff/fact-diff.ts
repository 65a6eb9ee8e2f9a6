import type { Edit } from '../../model/edit.ts'
import type { FactPlace, FactTable } from '../../model/format.ts'
import { isObject, type JsonObject, sameJson } from '../../model/json.ts'
import { type Place, placeIn } from '../../model/place.ts'

/** One member of an object to be written or, with an undefined value, taken away. */
interface MemberChange {
  readonly owner: Place
  readonly object: JsonObject
  readonly key: string
  readonly value: unknown
}

/** The edits that write changed facts into a value, places relative to it. */
export function diffFacts<Name extends string>(
  raw: unknown,
  changed: ReadonlyMap<Name, unknown>,
  table: FactTable<Name>,
  why: string,
): Edit[] {
  const changes: MemberChange[] = []
  for (const [fact, value] of changed) {
    for (const place of placesOf(table[fact])) {
      const path = typeof place.path === 'function' ? place.path(raw) : place.path
      const change = changeOf(raw, path, value === undefined ? undefined : place.encode(value, raw))
      if (change !== undefined) addChange(changes, change, place.yields === true)
    }
  }
  return changes.flatMap((change) => editsOf(change, changes, why))
}

/** Two facts of one member that is missing as yet make one member. */
function addChange(changes: MemberChange[], change: MemberChange, yields: boolean): void {
  const same = changes.findIndex(({ object, key }) => object === change.object && key === change.key)
  const known = changes[same]
  if (known === undefined) changes.push(change)
  else if (isObject(known.value) && isObject(change.value))
    changes[same] = {
      ...change,
      value: yields ? { ...change.value, ...known.value } : { ...known.value, ...change.value },
    }
  else changes[same] = change
}

function placesOf(places: FactPlace | readonly FactPlace[] | undefined): readonly FactPlace[] {
  if (places === undefined) return []
  return 'path' in places ? [places] : places
}

/** Walks to the object that holds the fact; what is missing on the way becomes part of the value. */
function changeOf(raw: unknown, path: readonly string[], value: unknown): MemberChange | undefined {
  let object = raw
  for (const [depth, key] of path.entries()) {
    if (!isObject(object)) return undefined
    const child = object[key]
    const rest = path.slice(depth + 1)
    if (rest.length === 0) return { owner: path.slice(0, depth), object, key, value }
    if (!isObject(child))
      return value === undefined
        ? undefined
        : { owner: path.slice(0, depth), object, key, value: nest(rest, value) }
    object = child
  }
  return undefined
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
}

function editsOf(
  { owner, object, key, value }: MemberChange,
  all: readonly MemberChange[],
  why: string,
): Edit[] {
  const at = placeIn(owner, key)
  const isThere = Object.hasOwn(object, key)
  const keys = Object.keys(object)
  if (value === undefined)
    return isThere ? [{ do: 'unset', at, value: object[key], index: keys.indexOf(key), why }] : []
  if (isThere)
    return sameJson(object[key], value) ? [] : [{ do: 'replace', at, from: object[key], value, why }]
  return [{ do: 'set', at, value, index: newIndex(keys, object, key, all), why }]
}

/** The index of a new member, once all changes of its object are made. */
function newIndex(
  keys: readonly string[],
  object: JsonObject,
  key: string,
  all: readonly MemberChange[],
): number {
  const mine = all.filter((change) => change.object === object)
  const gone = new Set(mine.filter((change) => change.value === undefined).map((change) => change.key))
  const added = mine.filter((change) => change.value !== undefined && !Object.hasOwn(object, change.key))
  const kept = keys.filter((name) => !gone.has(name))
  return kept.length + added.findIndex((change) => change.key === key)
}
