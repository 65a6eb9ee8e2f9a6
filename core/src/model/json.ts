/** A JSON object, as opposed to a list, a scalar or nothing. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A string with something in it, or undefined. */
export function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Whether two JSON values are the same, members in any order. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true
  // Depth is bounded by a list of pairs still to compare, not by the stack: documents nest at will.
  const pending: [unknown, unknown][] = [[left, right]]
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    if (pair[0] === pair[1]) continue
    if (!pushChildren(pair[0], pair[1], pending)) return false
  }
  return true
}

function pushChildren(left: unknown, right: unknown, pending: [unknown, unknown][]): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) return false
    for (let index = 0; index < left.length; index++) pending.push([left[index], right[index]])
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
  for (let next: object | undefined = value; next !== undefined; next = pending?.pop()) {
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
  const result = Array.isArray(value) ? [] : {}
  const pending: [object, object][] = [[value, result]]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) copyMembers(...next, pending)
  return result
}

function copyMembers(from: object, to: object, pending: [object, object][]): void {
  for (const [key, child] of Object.entries(from)) {
    const copy = typeof child === 'string' ? child.toWellFormed() : child
    const isOpen = typeof child === 'object' && child !== null
    const value = isOpen ? (Array.isArray(child) ? [] : {}) : copy
    // Not an assignment: a document may have a member called `__proto__`.
    Object.defineProperty(to, key.toWellFormed(), {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
    if (isOpen) pending.push([child as object, value as object])
  }
}

/** JSON text of any value, however deep it nests. */
export function printJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (error) {
    // The built-in printer runs out of stack on deep nesting.
    if (error instanceof RangeError) return printDeep(value)
    throw error
  }
}

/** Prints with a list of what is still to be printed: a string is written as it is, the rest opened up. */
function printDeep(value: unknown): string {
  const pending: ({ readonly text: string } | { readonly value: unknown })[] = [{ value }]
  const out: string[] = []
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) out.push(next.text)
    else for (const piece of opened(next.value).reverse()) pending.push(piece)
  }
  return out.join('')
}

function opened(value: unknown): ({ readonly text: string } | { readonly value: unknown })[] {
  if (typeof value !== 'object' || value === null) return [{ text: JSON.stringify(value) ?? 'null' }]
  const isList = Array.isArray(value)
  const told = Object.entries(value).filter(([, child]) => isList || child !== undefined)
  const members = told.flatMap(([key, child], index) => [
    { text: `${index === 0 ? '' : ','}${isList ? '' : `${JSON.stringify(key)}:`}` },
    { value: child },
  ])
  return [{ text: isList ? '[' : '{' }, ...members, { text: isList ? ']' : '}' }]
}
