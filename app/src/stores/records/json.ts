/** A JSON object, as records are. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a path of member names; undefined if there is none. */
export function memberAt(value: unknown, path: readonly string[]): unknown {
  let member = value
  for (const name of path) member = isObject(member) && Object.hasOwn(member, name) ? member[name] : undefined
  return member
}

/** A string with something in it, or undefined. */
export function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The same object with another value at a path; members keep their order. */
export function withMember(
  value: JsonObject,
  [name, ...rest]: readonly string[],
  member: unknown,
): JsonObject {
  if (name === undefined) return value
  const held = value[name]
  return {
    ...value,
    [name]: rest.length === 0 ? member : withMember(isObject(held) ? held : {}, rest, member),
  }
}
