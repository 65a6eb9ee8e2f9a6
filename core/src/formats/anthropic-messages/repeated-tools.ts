import { isObject, sameJson } from '../../model/json.ts'

/** Whether tools of one name are all the same. */
export function repeatedIn(tools: readonly unknown[]): 'same' | 'different' | undefined {
  const rest = distinctTools(tools)
  if (rest.length === tools.length) return hasDoubles(rest) ? 'different' : undefined
  return hasDoubles(rest) ? 'different' : 'same'
}

/** The tools without those that are declared once more, word for word. */
export function distinctTools(tools: readonly unknown[]): readonly unknown[] {
  const first = new Map<unknown, unknown>()
  return tools.filter((tool) => {
    const name = isObject(tool) ? tool.name : undefined
    if (name === undefined || !first.has(name)) {
      first.set(name, tool)
      return true
    }
    return !sameJson(first.get(name), tool)
  })
}

function hasDoubles(tools: readonly unknown[]): boolean {
  const names = tools.flatMap((tool) => (isObject(tool) && typeof tool.name === 'string' ? [tool.name] : []))
  return new Set(names).size < names.length
}
