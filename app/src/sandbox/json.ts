/** A JSON object whose members are not known. */
export type AnyJsonObject = { readonly [member: string]: unknown }

/** Tells whether a value is a JSON object, not a list and not null. */
export function isObject(value: unknown): value is AnyJsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object that a member holds, or one without members. */
export function objectIn(value: unknown, member: string): AnyJsonObject {
  const held = isObject(value) ? value[member] : undefined
  return isObject(held) ? held : {}
}

/** The list that a member holds, or an empty one. */
export function listIn(value: unknown, member: string): readonly unknown[] {
  const held = isObject(value) ? value[member] : undefined
  return Array.isArray(held) ? held : []
}
