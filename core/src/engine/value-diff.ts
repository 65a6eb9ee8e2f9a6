import type { Edit } from '../model/edit.ts'
import { isObject, type JsonObject, sameJson } from '../model/json.ts'
import { addAll } from '../model/lists.ts'
import { type Place, placeIn } from '../model/place.ts'

// Deep enough for every part of a turn; what lies deeper is replaced as a whole.
const deepest = 8

/** The edits that make one value of another, each as deep as is useful: what is the same stays untouched. */
export function diffValues(before: unknown, after: unknown, why: string, at: Place = []): Edit[] {
  if (before === after || sameJson(before, after)) return []
  if (at.length > deepest) return [{ do: 'replace', at, from: before, value: after, why }]
  if (isObject(before) && isObject(after) && keepsOrder(before, after))
    return diffMembers(before, after, why, at)
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((element, index) => diffValues(element, after[index], why, placeIn(at, index)))
  return [{ do: 'replace', at, from: before, value: after, why }]
}

/** Whether what both have stands in the same order, with everything new behind it. */
function keepsOrder(before: JsonObject, after: JsonObject): boolean {
  const kept = Object.keys(before).filter((key) => Object.hasOwn(after, key))
  return Object.keys(after).every((key, index) => index >= kept.length || key === kept[index])
}

function diffMembers(before: JsonObject, after: JsonObject, why: string, at: Place): Edit[] {
  const edits: Edit[] = []
  Object.keys(before).forEach((key, index) => {
    const place = placeIn(at, key)
    if (Object.hasOwn(after, key)) addAll(edits, diffValues(before[key], after[key], why, place))
    else edits.push({ do: 'unset', at: place, value: before[key], index, why })
  })
  Object.keys(after).forEach((key, index) => {
    if (!Object.hasOwn(before, key))
      edits.push({ do: 'set', at: placeIn(at, key), value: after[key], index, why })
  })
  return edits
}
