import { z } from 'zod'
import type { MemberPath } from './located.ts'
import { configSchema } from './schema.ts'

/** A JSON Schema, as far as a config needs it. */
export interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly additionalProperties?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

const reference = { type: 'string', pattern: '\\$\\{[^}]+\\}' }

/** The schema of a config file, as editors read it. */
export function configJsonSchema(): JsonSchema {
  const schema = z.toJSONSchema(configSchema, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      const { enum: values, pattern } = jsonSchema
      if (jsonSchema.type !== 'string' || (values === undefined && pattern === undefined)) return
      // A reference to the environment may stand for any text.
      delete jsonSchema.enum
      delete jsonSchema.pattern
      const own = values === undefined ? { pattern } : { enum: values }
      jsonSchema.anyOf = [{ type: 'string', ...own } as typeof jsonSchema, reference as typeof jsonSchema]
      delete jsonSchema.type
    },
  })
  // A JSON schema is JSON: here it becomes a type.
  return { title: 'The config of Mortise', ...schema } as JsonSchema
}

let known: JsonSchema | undefined

/** The keys that the schema knows at a place. */
export function keysAt(way: MemberPath): readonly string[] {
  return schemasAt(way).flatMap(({ properties }) => Object.keys(properties ?? {}))
}

/** The schemas of a place: one, or several that may hold there. */
export function schemasAt(way: MemberPath): readonly JsonSchema[] {
  known ??= configJsonSchema()
  const start: readonly JsonSchema[] = [known]
  return variants(way.reduce((nodes, step) => variants(nodes).flatMap((node) => memberOf(node, step)), start))
}

function variants(nodes: readonly JsonSchema[]): readonly JsonSchema[] {
  return nodes.flatMap((node) => [node, ...(node.anyOf ?? [])])
}

function memberOf(
  { properties, items, additionalProperties }: JsonSchema,
  step: string | number,
): JsonSchema[] {
  if (typeof step === 'number') return items === undefined ? [] : [items]
  const named = properties !== undefined && Object.hasOwn(properties, step) ? properties[step] : undefined
  const found = named ?? additionalProperties
  return found === undefined || typeof found !== 'object' ? [] : [found]
}
