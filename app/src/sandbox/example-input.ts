import { type AnyJsonObject, isObject, listIn, objectIn } from './json.ts'

/** Arguments that a tool's schema takes, the same ones every time: what is required, and nothing else. */
export function exampleInput(schema: unknown, depth = 0): AnyJsonObject {
  const properties = objectIn(schema, 'properties')
  const required = listIn(schema, 'required').filter((name) => typeof name === 'string')
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name], depth + 1)]))
}

function exampleOf(schema: unknown, depth: number): unknown {
  if (!isObject(schema) || depth > 8) return 'example'
  if (schema.const !== undefined) return schema.const
  const [choice] = listIn(schema, 'enum')
  if (choice !== undefined) return choice
  const [variant] = [...listIn(schema, 'anyOf'), ...listIn(schema, 'oneOf')]
  if (variant !== undefined) return exampleOf(variant, depth + 1)
  // Google writes its types in capitals; a type may be one of several.
  const type = String(Array.isArray(schema.type) ? schema.type[0] : schema.type).toLowerCase()
  if (type === 'object') return exampleInput(schema, depth)
  if (type === 'array') return Number(schema.minItems) > 0 ? [exampleOf(schema.items, depth + 1)] : []
  if (type === 'number' || type === 'integer') return typeof schema.minimum === 'number' ? schema.minimum : 1
  if (type === 'boolean') return true
  return type === 'null' ? null : 'example'
}
