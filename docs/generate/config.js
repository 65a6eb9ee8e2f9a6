import { configJsonSchema, kindOf, reloadRules } from '../../app/dist/config/index.js'
import { upstreamRules } from '../../app/dist/gateway/upstream-rules.js'
import { code, table } from './markdown.js'

/** The JSON Schema of a config, for editors. */
export function configSchemaFile() {
  return `${JSON.stringify(configJsonSchema(), undefined, 2)}\n`
}

/** Every member of a config: its values, its default, its meaning, and how a change of it takes effect. */
export function configTable() {
  const rows = rowsOf(configJsonSchema(), []).map(({ way, schema }) => [
    code(nameOf(way)),
    valuesOf(schema),
    schema.default === undefined || isEmptyTable(schema.default) ? '' : code(JSON.stringify(schema.default)),
    schema.description,
    kinds[
      kindOf(
        way.filter((step) => step !== '[]'),
        rules,
      )
    ],
  ])
  return table(['member', 'values', 'default', 'means', 'a change'], rows)
}

const rules = reloadRules(upstreamRules)
const kinds = { hot: 'takes effect in place', restart: 'restarts the gateway', none: 'needs nothing' }

function rowsOf(schema, way) {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => [
    { way: [...way, key], schema: member },
    ...below(member, [...way, key]),
  ])
}

/** The members of a member: of each item of a list, and of each value of a table of names. */
function below(schema, way) {
  const { items, additionalProperties: values, anyOf = [] } = schema
  return [
    ...rowsOf(schema, way),
    ...(items === undefined ? [] : rowsOf(items, [...way, '[]'])),
    ...(typeof values === 'object' ? below(values, [...way, 'NAME']) : []),
    ...anyOf.flatMap((each) => rowsOf(each, way)),
  ]
}

function nameOf(way) {
  return way.join('.').replaceAll('.[]', '[]')
}

function isEmptyTable(value) {
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0
}

/** The values that a member takes, where they are few. */
function valuesOf({ enum: values, const: only, type, anyOf = [], minimum, maximum }) {
  const own = anyOf.filter(({ pattern }) => pattern === undefined || !pattern.startsWith('\\$'))
  if (values !== undefined) return values.length > 8 ? 'a name' : values.map((each) => code(each)).join(', ')
  if (only !== undefined) return code(String(only))
  if (anyOf.length > 0) return [...new Set(own.map(valuesOf))].join(', ')
  if (type === 'integer') return `${minimum} to ${maximum}`
  return { string: 'text', boolean: '`true`, `false`', array: 'list', object: 'table' }[type] ?? ''
}
