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

/** The keywords of JSON Schema that hold a schema, several, or some by name. */
const holders = {
  one: new Set(['items', 'additionalProperties', 'contains', 'not', 'if', 'then', 'else', 'propertyNames']),
  list: new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']),
  named: new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']),
}

/**
 * A schema in either language as JSON Schema: its types in small letters, null as a type.
 *
 * Clients write types in capitals in places for JSON Schema, too.
 */
export function toJsonSchema(schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > deepest) return schema
  const deeper = (one: unknown): unknown => toJsonSchema(one, depth + 1)
  const made: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'type') made.type = Array.isArray(value) ? value.map(lowered) : lowered(value)
    else if (holders.one.has(name)) made[name] = Array.isArray(value) ? value.map(deeper) : deeper(value)
    else if (holders.list.has(name) && Array.isArray(value)) made[name] = value.map(deeper)
    else if (holders.named.has(name) && isObject(value))
      made[name] = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, deeper(one)]))
    else if (name !== 'nullable' && name !== '__proto__') made[name] = value
  }
  if (schema.nullable !== true) return made
  return typeof made.type === 'string'
    ? { ...made, type: [made.type, 'null'] }
    : { anyOf: [made, { type: 'null' }] }
}

const types: ReadonlySet<string> = new Set('string number integer boolean array object null'.split(' '))

function lowered(type: unknown): unknown {
  const word = typeof type === 'string' ? type.toLowerCase() : ''
  return types.has(word) ? word : type
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
