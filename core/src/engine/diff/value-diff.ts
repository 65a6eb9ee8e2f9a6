import type { Edit } from '../../model/edit.ts'
import { isObject, type JsonObject, sameJson } from '../../model/json.ts'
import { addAll, addTo } from '../../model/lists.ts'
import { type Place, placeIn } from '../../model/place.ts'
import { diffList, type ListWriting } from './list-diff.ts'

// Deep enough for every part of a turn; what lies deeper is replaced as a whole.
const deepest = 8

/** Why elements were taken out of lists, where that is known of some; given, lists are told element by element. */
export type WhysGone = ReadonlyMap<unknown, string>

/** The edits that make one value of another, each as deep as is useful: what is the same stays untouched. */
export function diffValues(
  before: unknown,
  after: unknown,
  why: string,
  at: Place = [],
  whysGone?: WhysGone,
): Edit[] {
  if (before === after || sameJson(before, after)) return []
  if (at.length > deepest) return [{ do: 'replace', at, from: before, value: after, why }]
  if (isObject(before) && isObject(after) && keepsOrder(before, after))
    return diffMembers(before, after, why, at, whysGone)
  if (Array.isArray(before) && Array.isArray(after)) {
    const kept = whysGone === undefined ? undefined : keptElements(before, after)
    if (kept !== undefined && whysGone !== undefined)
      return diffElements(before, after, kept, why, at, whysGone)
    if (before.length === after.length)
      return before.flatMap((element, index) =>
        diffValues(element, after[index], why, placeIn(at, index), whysGone),
      )
  }
  return [{ do: 'replace', at, from: before, value: after, why }]
}

/**
 * Where the very same elements stood in a list, -1 for others; undefined where none is there or none has gone.
 *
 * A list in which each element only changed in its place is not told by what went.
 */
function keptElements(before: readonly unknown[], after: readonly unknown[]): readonly number[] | undefined {
  const known = new Map<unknown, number[]>()
  for (let index = before.length - 1; index >= 0; index--) addTo(known, before[index], index)
  let last = -1
  const origins = after.map((element) => {
    const origin = isObject(element) ? nextAfter(last, known.get(element)) : -1
    if (origin > last) last = origin
    return origin
  })
  const areInPlace =
    before.length === after.length && origins.every((origin, index) => origin < 0 || origin === index)
  return areInPlace || origins.every((origin) => origin < 0) ? undefined : origins
}

/**
 * The first of these positions after the last one, or -1; the positions fall, and those that are passed are forgotten.
 *
 * One object may stand in a list several times: where elements only went, each occurrence is found in its order.
 */
function nextAfter(last: number, positions: number[] = []): number {
  let position = positions.pop()
  while (position !== undefined && position < last && positions.length > 0) position = positions.pop()
  return position ?? -1
}

/** The edits of a list that lost, got or moved elements. */
function diffElements(
  before: readonly unknown[],
  after: readonly unknown[],
  origins: readonly number[],
  why: string,
  at: Place,
  whysGone: WhysGone,
): Edit[] {
  const writing: ListWriting<number> = {
    originOf: (index) => origins[index] ?? -1,
    nearOf: () => -1,
    whyOf: () => why,
    valueOf: (index) => after[index],
    isChanged: () => false,
    editsIn: () => [],
  }
  return diffList(at, before, [...after.keys()], writing, (index) => whysGone.get(before[index]) ?? why)
}

/** Whether what both have stands in the same order, with everything new behind it. */
function keepsOrder(before: JsonObject, after: JsonObject): boolean {
  const kept = Object.keys(before).filter((key) => Object.hasOwn(after, key))
  return Object.keys(after).every((key, index) => index >= kept.length || key === kept[index])
}

function diffMembers(
  before: JsonObject,
  after: JsonObject,
  why: string,
  at: Place,
  whysGone: WhysGone | undefined,
): Edit[] {
  const edits: Edit[] = []
  Object.keys(before).forEach((key, index) => {
    const place = placeIn(at, key)
    if (Object.hasOwn(after, key)) addAll(edits, diffValues(before[key], after[key], why, place, whysGone))
    else edits.push({ do: 'unset', at: place, value: before[key], index, why })
  })
  Object.keys(after).forEach((key, index) => {
    if (!Object.hasOwn(before, key))
      edits.push({ do: 'set', at: placeIn(at, key), value: after[key], index, why })
  })
  return edits
}
