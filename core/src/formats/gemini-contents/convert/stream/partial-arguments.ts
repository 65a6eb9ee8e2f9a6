import { isObject, type JsonObject } from '../../../../model/json.ts'

/** The arguments of one call, put together from the chunks that hold pieces of them. */
export interface ArgumentPieces {
  /** Takes whole arguments, or pieces: `{ jsonPath: '$.list[0].name', stringValue: '…', willContinue: true }`. */
  add(whole: unknown, pieces: unknown): void
  whole(): unknown
}

type PathStep = string | number

const values = ['stringValue', 'numberValue', 'boolValue', 'nullValue'] as const

export function argumentPieces(): ArgumentPieces {
  let whole: unknown = {}
  return {
    add(given, pieces) {
      if (isObject(given)) whole = { ...given }
      if (!Array.isArray(pieces)) return
      for (const piece of pieces as readonly unknown[]) if (isObject(piece)) whole = withPiece(whole, piece)
    },
    whole: () => whole,
  }
}

function withPiece(whole: unknown, piece: JsonObject): unknown {
  const name = values.find((each) => piece[each] !== undefined)
  const steps = stepsOf(piece.jsonPath)
  if (name === undefined || steps === undefined) return whole
  const value = name === 'nullValue' ? null : piece[name]
  return put(whole, steps, (old) =>
    typeof value === 'string' && typeof old === 'string' ? old + value : value,
  )
}

/** The steps of a path as this API writes it: `$.a.b[0]`, `$['a b']`. */
function stepsOf(path: unknown): readonly PathStep[] | undefined {
  if (typeof path !== 'string' || !path.startsWith('$')) return undefined
  const steps: PathStep[] = []
  for (const [, name, index, quoted] of path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]/g))
    steps.push(name ?? quoted ?? Number(index))
  return steps.length === 0 ? undefined : steps
}

// A list is never longer than the pieces that came can make it.
const longest = 100_000

function put(
  whole: unknown,
  [step, ...rest]: readonly PathStep[],
  change: (old: unknown) => unknown,
): unknown {
  if (step === undefined) return change(whole)
  if (typeof step === 'number') {
    if (step > longest) return whole
    const list = Array.isArray(whole) ? [...(whole as readonly unknown[])] : []
    while (list.length <= step) list.push(null)
    list[step] = put(list[step], rest, change)
    return list
  }
  const members = isObject(whole) ? whole : {}
  const old = Object.hasOwn(members, step) ? members[step] : undefined
  // Not a literal: an argument may be called `__proto__`.
  const copy: Record<string, unknown> = { ...members }
  const value = put(old, rest, change)
  Object.defineProperty(copy, step, { value, writable: true, enumerable: true, configurable: true })
  return copy
}
