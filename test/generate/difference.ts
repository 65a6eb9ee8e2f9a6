import fc from 'fast-check'
import { applyEdits } from '../../core/src/engine/diff/apply.ts'
import { sortEdits } from '../../core/src/engine/diff/invert.ts'
import { diffList, type ListWriting } from '../../core/src/engine/diff/list-diff.ts'
import type { Edit } from '../../core/src/model/edit.ts'
import { isObject, type JsonObject, sameJson } from '../../core/src/model/json.ts'
import type { Place } from '../../core/src/model/place.ts'

const why = 'test'

const key = fc.constantFrom('a', 'b', 'c', 'd', 'a\nb', '__proto__', '7', '')
/** Draws a small JSON value, with names that objects treat in a way of their own. */
export const { json }: { json: fc.Arbitrary<unknown> } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, 0, 1, '', 'a', 'b'),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie('json')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
  ),
}))

/** Edits that make one JSON value of another. */
export function difference(before: unknown, after: unknown, at: Place = []): Edit[] {
  if (sameJson(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after)) return listDifference(before, after, at)
  if (isObject(before) && isObject(after)) return objectDifference(before, after, at)
  return [{ do: 'replace', at, from: before, value: after, why }]
}

/** An element of the new list, and which one of the old list it is taken for. */
interface Element {
  readonly value: unknown
  readonly origin: number
}

function listDifference(before: readonly unknown[], after: readonly unknown[], at: Place): Edit[] {
  const free = new Set(before.keys())
  const elements = after.map((value, position): Element => {
    const equal = [...free].find((index) => sameJson(before[index], value))
    const origin = equal ?? (free.has(position) && isObject(value) ? position : -1)
    free.delete(origin)
    return { value, origin }
  })
  const editsIn = ({ value, origin }: Element, place: Place): Edit[] =>
    difference(before[origin], value, place)
  const writing: ListWriting<Element> = {
    originOf: ({ origin }) => origin,
    nearOf: () => -1,
    whyOf: () => why,
    valueOf: (element) =>
      element.origin < 0
        ? element.value
        : applyEdits(before[element.origin], sortEdits(editsIn(element, []))),
    isChanged: () => true,
    editsIn,
  }
  return diffList(at, before, elements, writing, () => why)
}

function objectDifference(before: JsonObject, after: JsonObject, at: Place): Edit[] {
  const [old, next] = [Object.keys(before), Object.keys(after)]
  return [
    ...old.flatMap((name, index): Edit[] =>
      Object.hasOwn(after, name)
        ? difference(before[name], after[name], [...at, name])
        : [{ do: 'unset', at: [...at, name], value: before[name], index, why }],
    ),
    ...next.flatMap((name, index): Edit[] =>
      Object.hasOwn(before, name) ? [] : [{ do: 'set', at: [...at, name], value: after[name], index, why }],
    ),
  ]
}
