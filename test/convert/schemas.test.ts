import { describe, expect, test } from 'vitest'
import { convert } from '../../core/src/index.ts'
import type { Json } from './pieces.ts'

/** A schema as clients of Gemini write it: types in capitals, null as a flag, in every keyword that holds a schema. */
const written = {
  type: 'OBJECT',
  properties: {
    reasoning: { type: 'STRING', description: 'type: OBJECT' },
    type: { type: ['INTEGER', 'NULL'] },
    kind: { enum: ['STRING', 'OBJECT'] },
    notes: { type: 'ARRAY', items: { $ref: '#/$defs/note' }, prefixItems: [{ type: 'BOOLEAN' }] },
  },
  additionalProperties: { oneOf: [{ type: 'NUMBER' }, { not: { type: 'NULL' } }] },
  required: ['reasoning'],
  $defs: { note: { allOf: [{ type: 'STRING', nullable: true }] } },
}
const plain = {
  type: 'object',
  properties: {
    reasoning: { type: 'string', description: 'type: OBJECT' },
    type: { type: ['integer', 'null'] },
    kind: { enum: ['STRING', 'OBJECT'] },
    notes: { type: 'array', items: { $ref: '#/$defs/note' }, prefixItems: [{ type: 'boolean' }] },
  },
  additionalProperties: { oneOf: [{ type: 'number' }, { not: { type: 'null' } }] },
  required: ['reasoning'],
  $defs: { note: { allOf: [{ type: ['string', 'null'] }] } },
}

describe.each([
  ['openai-chat', (body: Json) => body.response_format],
  ['openai-responses', (body: Json) => (body.text as Json).format],
  ['anthropic-messages', (body: Json) => (body.output_config as Json).format],
])('types in capitals are written in small letters to %s', (to, formatIn) => {
  test.each(['responseJsonSchema', 'responseSchema'])('of the answer, in %s', (member) => {
    const generationConfig = { responseMimeType: 'application/json', [member]: written }
    const contents = [{ role: 'user', parts: [{ text: 'go' }] }]
    const body = { model: 'gemini-2.5-flash', contents, generationConfig }
    const { document } = convert(body, { from: 'gemini-contents', to })
    expect(JSON.stringify(formatIn(document as Json))).toContain(JSON.stringify(plain))
  })

  test.each(['parametersJsonSchema', 'parameters'])('of a tool, in %s', (member) => {
    const tools = [{ functionDeclarations: [{ name: 'note', [member]: written }] }]
    const contents = [{ role: 'user', parts: [{ text: 'go' }] }]
    const body = { model: 'gemini-2.5-flash', contents, tools }
    const { document } = convert(body, { from: 'gemini-contents', to })
    expect(JSON.stringify((document as Json).tools)).toContain(JSON.stringify(plain))
  })
})
