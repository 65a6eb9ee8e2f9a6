import { isObject, type JsonObject } from '../../../model/json.ts'

// A schema stands here in one of two languages: `parametersJsonSchema` takes JSON Schema, `parameters` a part of it in
// which types may be written in capitals and null is a flag.

/** The words of the older language; a schema with any other is written as JSON Schema. */
const older: ReadonlySet<string> = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'default',
  'items',
  'minItems',
  'maxItems',
  'enum',
  'properties',
  'propertyOrdering',
  'required',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'anyOf',
])

// Deeper schemas are handed on as they are: no stack is deep enough for every document.
const deepest = 100

/** A schema of the older language as JSON Schema. */
export function toJsonSchema(schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > deepest) return schema
  const made: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'type') made.type = lowered(value)
    else if (name === 'items') made.items = toJsonSchema(value, depth + 1)
    else if (name === 'anyOf' && Array.isArray(value))
      made.anyOf = value.map((one) => toJsonSchema(one, depth + 1))
    else if (name === 'properties' && isObject(value))
      made.properties = Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, toJsonSchema(one, depth + 1)]),
      )
    else if (name !== 'nullable' && name !== '__proto__') made[name] = value
  }
  if (schema.nullable !== true) return made
  return typeof made.type === 'string'
    ? { ...made, type: [made.type, 'null'] }
    : { anyOf: [made, { type: 'null' }] }
}

function lowered(type: unknown): unknown {
  return typeof type === 'string' ? type.toLowerCase() : type
}

/** Whether a schema can be said in the older language: objects must have properties there. */
export function isOlder(schema: unknown, depth = 0): boolean {
  if (!isObject(schema) || depth > deepest) return false
  if (Object.keys(schema).some((name) => !older.has(name)) || typeof schema.type !== 'string') return false
  const { items, anyOf, enum: words } = schema
  if (items !== undefined && !isOlder(items, depth + 1)) return false
  if (anyOf !== undefined && !(Array.isArray(anyOf) && anyOf.every((one) => isOlder(one, depth + 1))))
    return false
  if (words !== undefined && !(Array.isArray(words) && words.every((word) => typeof word === 'string')))
    return false
  return schema.type.toLowerCase() !== 'object' || isOlderObject(schema, depth)
}

function isOlderObject({ properties }: JsonObject, depth: number): boolean {
  if (!isObject(properties)) return false
  const all = Object.values(properties)
  return all.length > 0 && all.every((one) => isOlder(one, depth + 1))
}
