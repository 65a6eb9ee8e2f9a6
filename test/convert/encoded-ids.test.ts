import { describe, expect, test } from 'vitest'
import { signedId } from '../../core/src/convert/signed-id.ts'
import { convert, repair, scan, withPlainIds } from '../../core/src/index.ts'
import { rulebooks } from '../../core/src/rulebooks/index.ts'
import type { Json } from './pieces.ts'

const id = signedId('call_1', 'Eq+/4g=='.repeat(12))
const go = { role: 'user', content: 'go' }

/** A sound conversation of each format whose call has a given id, and its result another. */
const talks: Readonly<Record<string, (call: string, result: string) => Json>> = {
  'openai-chat': (call, result) => ({
    model: 'gpt-5',
    messages: [
      go,
      {
        role: 'assistant',
        tool_calls: [{ id: call, type: 'function', function: { name: 'run', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: result, content: 'ok' },
    ],
  }),
  'openai-responses': (call, result) => ({
    model: 'gpt-5',
    input: [
      go,
      { type: 'function_call', call_id: call, name: 'run', arguments: '{}' },
      { type: 'function_call_output', call_id: result, output: 'ok' },
    ],
  }),
  'anthropic-messages': (call, result) => ({
    model: 'claude-sonnet-4-5',
    max_tokens: 9,
    messages: [
      go,
      { role: 'assistant', content: [{ type: 'tool_use', id: call, name: 'run', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: result, content: 'ok' }] },
    ],
  }),
  'gemini-contents': (call, result) => ({
    model: 'gemini-2.5-pro',
    contents: [
      { role: 'user', parts: [{ text: 'go' }] },
      { role: 'model', parts: [{ functionCall: { id: call, name: 'run', args: {} } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id: result, name: 'run', response: { output: 'ok' } } }],
      },
    ],
  }),
  'bedrock-converse': (call, result) => ({
    modelId: 'anthropic.claude-sonnet-4-5',
    messages: [
      { role: 'user', content: [{ text: 'go' }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: call, name: 'run', input: {} } }] },
      { role: 'user', content: [{ toolResult: { toolUseId: result, content: [{ text: 'ok' }] } }] },
    ],
    toolConfig: { tools: [{ toolSpec: { name: 'run', inputSchema: { json: { type: 'object' } } } }] },
  }),
  'ai-sdk': (call, result) => ({
    messages: [
      go,
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: call, toolName: 'run', input: {} }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: result, toolName: 'run', output: { type: 'text', value: 'ok' } },
        ],
      },
    ],
  }),
}
const formats = Object.keys(talks)
const talk = (format: string, call = id, result = call): Json => talks[format]?.(call, result) ?? {}

describe.each(formats)('an id with a signature in a request of %s', (format) => {
  test.each([
    ['both', id, id],
    ['the call alone', id, 'call_1'],
    ['the result alone', 'call_1', id],
  ])('is plain in the same format: on %s', (_, call, result) => {
    expect(convert(talk(format, call, result), { from: format, to: format }).document).toEqual(
      talk(format, 'call_1'),
    )
  })

  test('is no fault of the client, whatever it is converted to', () => {
    for (const to of formats) {
      const { report, document } = convert(talk(format), { from: format, to })
      expect([to, report.found, report.left]).toEqual([to, [], []])
      expect(JSON.stringify(document)).not.toContain('__thought__')
    }
  })

  test('is plain after any repair that replaces it', () => {
    const { document, report } = repair(talk(format), { format })
    const isFaulty = report.found.some(({ severity }) => severity === 'refused')
    expect(document).toEqual(talk(format, isFaulty ? 'call_1' : id))
  })

  test('is taken off in bytes, and nothing else is touched', () => {
    const spaced = (value: unknown): Uint8Array =>
      new TextEncoder().encode(JSON.stringify(value, undefined, 3))
    const api = rulebooks.find((book) => book.format === format)
    if (api === undefined) throw new Error('no API')
    expect(withPlainIds(spaced(talk(format)), api)).toEqual(spaced(talk(format, 'call_1')))
    const plain = spaced(talk(format, 'call_1'))
    expect(withPlainIds(plain, api)).toBe(plain)
  })
})

test('faults beside it stay as they are in bytes', () => {
  const { messages, ...rest } = talk('openai-chat')
  const broken = {
    ...rest,
    messages: [...(messages as Json[]), { role: 'tool', tool_call_id: 'gone', content: 'x' }],
  }
  const api = rulebooks.find(({ name }) => name === 'openai')
  if (api === undefined) throw new Error('no API')
  const made: unknown = JSON.parse(
    new TextDecoder().decode(withPlainIds(new TextEncoder().encode(JSON.stringify(broken)), api)),
  )
  expect(made).toEqual(JSON.parse(JSON.stringify(broken).replaceAll(id, 'call_1')))
})

test('is no part of a label', () => {
  const orphan = { model: 'gpt-5', messages: [go, { role: 'tool', tool_call_id: id, content: 'ok' }, go] }
  const label = '[tool result kept as text: call_1]\nok'
  expect(JSON.stringify(repair(orphan).document)).toContain(JSON.stringify(label))
  const { document } = convert(orphan, { to: 'anthropic-messages' })
  expect(JSON.stringify(document)).toContain(JSON.stringify(label))
  expect(scan(document, 'anthropic')).toEqual([])
})
