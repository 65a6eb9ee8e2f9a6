import { expect, test } from 'vitest'
import { exampleInput } from './example-input.ts'

const wants = (schema: unknown): unknown => ({ type: 'object', properties: { a: schema }, required: ['a'] })

test.each([
  ['no schema', undefined, {}],
  ['nothing required', { type: 'object', properties: { a: { type: 'string' } } }, {}],
  ['a text', wants({ type: 'string' }), { a: 'example' }],
  ['a number', wants({ type: 'number' }), { a: 1 }],
  ['a number from somewhere on', wants({ type: 'integer', minimum: 7 }), { a: 7 }],
  ['yes or no', wants({ type: 'boolean' }), { a: true }],
  ['nothing', wants({ type: 'null' }), { a: null }],
  ['one of several', wants({ type: 'string', enum: ['x', 'y'] }), { a: 'x' }],
  ['that one', wants({ const: 5 }), { a: 5 }],
  ['several types', wants({ type: ['integer', 'null'] }), { a: 1 }],
  ['several forms', wants({ anyOf: [{ type: 'boolean' }, { type: 'string' }] }), { a: true }],
  ['a list', wants({ type: 'array', items: { type: 'string' } }), { a: [] }],
  ['a list that is not empty', wants({ type: 'array', minItems: 1, items: { type: 'number' } }), { a: [1] }],
  ['an object within', wants(wants({ type: 'string' })), { a: { a: 'example' } }],
  ['types in capitals', wants({ type: 'INTEGER' }), { a: 1 }],
  ['a member that is not described', { required: ['a'] }, { a: 'example' }],
])('%s', (_, schema, input) => {
  expect(exampleInput(schema)).toEqual(input)
})

test('a schema that holds itself comes to an end', () => {
  const schema: Record<string, unknown> = { type: 'object', required: ['a'] }
  schema.properties = { a: schema }
  expect(JSON.stringify(exampleInput(schema)).length).toBeLessThan(100)
})
