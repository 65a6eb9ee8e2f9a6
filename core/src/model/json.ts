/** A JSON object, as opposed to a list, a scalar or nothing. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A string with something in it, or undefined. */
export function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

// No part of a document holds so many: from there on it is noted what was seen, since it may be a ring.
const plenty = 200_000

/** Whether two JSON values are the same, members in any order. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true
  // Depth is bounded by a list of pairs still to compare, not by the stack: documents nest at will.
  const pending: [unknown, unknown][] = [[left, right]]
  const seen = new Map<unknown, Set<unknown>>()
  let count = 0
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    if (pair[0] === pair[1] || (typeof pair[0] === 'object' && ++count > plenty && wasCompared(pair, seen)))
      continue
    if (!pushChildren(pair[0], pair[1], pending)) return false
  }
  return true
}

/** Whether two values were compared before; if not, that is noted. */
function wasCompared([left, right]: [unknown, unknown], seen: Map<unknown, Set<unknown>>): boolean {
  const partners = seen.get(left) ?? new Set()
  seen.set(left, partners)
  const size = partners.size
  return partners.add(right).size === size
}

function pushChildren(left: unknown, right: unknown, pending: [unknown, unknown][]): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) return false
    // An element without a value is null in JSON.
    for (let index = 0; index < left.length; index++)
      pending.push([left[index] ?? null, right[index] ?? null])
    return true
  }
  if (!isObject(left) || !isObject(right)) return Number.isNaN(left) && Number.isNaN(right)
  // A member without a value is none in JSON, though programs write such.
  let surplus = 0
  for (const key of Object.keys(left)) {
    if (left[key] === undefined) continue
    if (!Object.hasOwn(right, key)) return false
    surplus--
    pending.push([left[key], right[key]])
  }
  for (const key of Object.keys(right)) if (right[key] !== undefined) surplus++
  return surplus === 0
}

/** Whether every string in a JSON value is well-formed Unicode, so that it can be sent as UTF-8. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  let pending: object[] | undefined
  let seen: Set<object> | undefined
  let count = 0
  for (let next: object | undefined = value; next !== undefined; next = pending?.pop()) {
    if (++count > plenty) {
      seen ??= new Set()
      if (seen.has(next)) continue
      seen.add(next)
    }
    for (const key in next) {
      if (!key.isWellFormed()) return false
      const child: unknown = (next as JsonObject)[key]
      if (typeof child === 'string') {
        if (!child.isWellFormed()) return false
      } else if (typeof child === 'object' && child !== null) {
        if (pending === undefined) pending = [child]
        else pending.push(child)
      }
    }
  }
  return true
}

/** The same JSON value with each lone surrogate replaced by U+FFFD. */
export function toWellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null || isWellFormed(value)) return value
  const copies = new Map<object, object>()
  const copyOf = (child: unknown): unknown => {
    if (typeof child === 'string') return child.toWellFormed()
    if (typeof child !== 'object' || child === null) return child
    const copy = copies.get(child) ?? (Array.isArray(child) ? [] : {})
    copies.set(child, copy)
    return copy
  }
  const result = copyOf(value)
  // A map visits entries that are added during the walk, too.
  for (const [from, to] of copies) copyMembers(from, to, copyOf)
  return result
}

function copyMembers(from: object, to: object, copyOf: (child: unknown) => unknown): void {
  for (const [key, child] of Object.entries(from)) {
    // Not an assignment: a document may have a member called `__proto__`.
    Object.defineProperty(to, key.toWellFormed(), {
      value: copyOf(child),
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }
}

/** JSON text of any value, however deep it nests; a cycle is cut at the point that closes it. */
export function printJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    // The built-in printer runs out of stack on deep nesting, and knows no ring and no large integer.
    return printDeep(value)
  }
}

/** A piece that is still to be printed: a text as it is, after which a value may be closed, or a value that has to be opened up. */
type PrintPiece = { readonly text: string; readonly closes?: object } | { readonly value: unknown }

function printDeep(value: unknown): string {
  const pending: PrintPiece[] = [{ value }]
  const open = new Set<unknown>()
  const out: string[] = []
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) {
      out.push(next.text)
      open.delete(next.closes)
    } else if (open.has(next.value)) out.push('"[circular]"')
    else {
      if (typeof next.value === 'object' && next.value !== null) open.add(next.value)
      for (const piece of opened(next.value).reverse()) pending.push(piece)
    }
  }
  return out.join('')
}

function opened(value: unknown): PrintPiece[] {
  if (typeof value === 'bigint') return [{ text: `"${value}"` }]
  if (typeof value !== 'object' || value === null) return [{ text: JSON.stringify(value) ?? 'null' }]
  const isList = Array.isArray(value)
  const told = Object.entries(value).filter(([, child]) => isList || child !== undefined)
  const members = told.flatMap(([key, child], index) => [
    { text: `${index === 0 ? '' : ','}${isList ? '' : `${JSON.stringify(key)}:`}` },
    { value: child },
  ])
  return [{ text: isList ? '[' : '{' }, ...members, { text: isList ? ']' : '}', closes: value }]
}
