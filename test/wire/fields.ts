/** A JSON object whose members are not known. */
export type Fields = Readonly<Record<string, unknown>>

/** Tells whether a value is a JSON object, not an array and not null. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Gives the object itself, or an object without members for anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** Lists the objects in a list; none if the value is no list. */
export function objectsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

/** Tells whether a value is a text that says nothing. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}
