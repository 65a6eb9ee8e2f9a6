import type { WriteTask } from '../model/converter.ts'
import { isObject, type JsonObject } from '../model/json.ts'
import type { NeutralTool } from '../model/neutral.ts'
import { demandedParameters } from './call-arguments.ts'

/** Keywords that these APIs refuse at the head of a schema: "does not support oneOf, allOf, or anyOf at the top level". */
const refused = ['anyOf', 'oneOf', 'allOf', 'enum', 'not'] as const

/**
 * The schema of a tool for an API that wants `type: object` at its head, and no choice beside it.
 *
 * A reference at the head is followed. Of several shapes the properties are kept, and the choice between them is lost.
 */
export function objectSchema(tool: NeutralTool, task: WriteTask): unknown {
  const given = demandedParameters(tool)
  if (!isObject(given)) return given
  const schema = followed(given)
  const found = refused.filter((keyword) => schema[keyword] !== undefined)
  const isTyped = schema.type !== undefined
  if (found.length === 0) return isTyped ? schema : { type: 'object', ...schema }
  for (const keyword of found)
    task.lose(tool.at, `${keyword} of a tool's schema`, 'The target takes none at the head of a schema.')
  return flattened(schema)
}

/** The schema that a reference at the head names, with the definitions beside it. */
function followed(schema: JsonObject): JsonObject {
  const { $ref: reference, ...rest } = schema
  const [, group, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String(reference)) ?? []
  const definitions = group === undefined ? undefined : schema[group]
  const target = isObject(definitions) && name !== undefined ? definitions[name] : undefined
  return isObject(target) && target.$ref === undefined ? { ...target, ...rest } : schema
}

function flattened(schema: JsonObject): JsonObject {
  const shapes = (['anyOf', 'oneOf', 'allOf'] as const)
    .flatMap((keyword) => (Array.isArray(schema[keyword]) ? (schema[keyword] as readonly unknown[]) : []))
    .filter(isObject)
  const properties = Object.assign(
    {},
    ...shapes.map((shape) => shape.properties),
    schema.properties,
  ) as JsonObject
  const rest = Object.entries(schema).filter(([name]) => !(refused as readonly string[]).includes(name))
  return { type: 'object', ...Object.fromEntries(rest), properties }
}
