import type { Declaration } from '../model/declared.ts'

/** A list without the declarations that go; undefined where nothing is left of it. */
export function withoutGone(list: unknown, gone: unknown): unknown {
  if (!Array.isArray(list)) return list
  const raws = goneRaws(gone)
  const left = list.filter((element) => !raws.has(element))
  return left.length === 0 && list.length > 0 ? undefined : left
}

/** The values that declare what goes. */
export function goneRaws(gone: unknown): ReadonlySet<unknown> {
  return new Set((gone as readonly Declaration[]).map(({ raw }) => raw))
}

/** The names that a list keeps, of those that a choice is left with. */
export function onlyNamed(
  list: unknown,
  names: unknown,
  nameOf: (element: unknown) => string | undefined,
): unknown {
  if (!Array.isArray(list) || !Array.isArray(names)) return list
  return list.filter((element) => names.includes(nameOf(element)))
}
