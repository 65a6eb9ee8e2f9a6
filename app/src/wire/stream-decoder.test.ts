import { describe, expect, test } from 'vitest'
import { streamDecoder } from './stream-decoder.ts'
import { streamEncoder } from './stream-encoder.ts'

const events: Readonly<Record<string, readonly unknown[]>> = {
  'anthropic-messages': [
    { type: 'ping' },
    { type: 'content_block_delta', index: 0, delta: { text: 'Grüße 🪵' } },
  ],
  'openai-responses': [{ type: 'response.created', response: { id: 'r' } }],
  'openai-chat': [{ choices: [{ delta: { content: 'a\nb' } }] }, '[DONE]'],
  'gemini-contents': [{ candidates: [{ content: { parts: [{ text: '榫卯' }] } }] }],
  'bedrock-converse': [
    { messageStart: { role: 'assistant' } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { text: '榫卯' } } },
    { modelStreamErrorException: { message: 'gone' } },
  ],
}

function bytesOf(format: string, style: (text: string) => string = (text) => text): Uint8Array {
  const { encode } = streamEncoder(format)
  const pieces = (events[format] ?? []).map(encode)
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(style(piece)) : piece)))
}

function decoded(format: string, pieces: readonly Uint8Array[]): readonly unknown[] {
  const decoder = streamDecoder(format)
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()]
}

describe.each(Object.keys(events))('%s', (format) => {
  test('split at every byte, the events are the same', () => {
    const bytes = bytesOf(format)
    for (let at = 0; at <= bytes.length; at++)
      expect(decoded(format, [bytes.subarray(0, at), bytes.subarray(at)])).toEqual(events[format])
    expect(
      decoded(
        format,
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
      ),
    ).toEqual(events[format])
  })
})

test.each([
  ['\\r\\n at the end of lines', (text: string) => text.replaceAll('\n', '\r\n')],
  ['comments between events', (text: string) => `: keep-alive\n\n${text}`],
])('%s', (_, style) => {
  const bytes = bytesOf('openai-chat', style)
  for (let at = 0; at <= bytes.length; at++)
    expect(decoded('openai-chat', [bytes.subarray(0, at), bytes.subarray(at)])).toEqual(events['openai-chat'])
})

describe('a list of JSON in place of events', () => {
  const elements = [
    { candidates: [{ content: { parts: [{ text: '榫卯 [{"\\' }] } }] },
    { a: [[], {}, '}'] },
    { error: { message: 'gone' } },
  ]
  const listOf = (list: readonly unknown[]): string => {
    const { encode, end } = streamEncoder('gemini-contents', true)
    return `${list.map(encode).join('')}${end()}`
  }

  test('is one JSON text, also without an element', () => {
    expect(JSON.parse(listOf(elements))).toEqual(elements)
    expect(JSON.parse(listOf([]))).toEqual([])
  })

  test.each([
    ['as it is written', listOf(elements), elements],
    ['printed with indents', `\r\n ${JSON.stringify(elements, null, 2)}\n`, elements],
    ['cut inside an element', listOf(elements).slice(0, -30), elements.slice(0, 2)],
    ['empty', '[]', []],
    ['an object alone', JSON.stringify(elements[2]), elements.slice(2)],
    ['elements that are no objects', '["{", 1, {"a":1}, null]', [{ a: 1 }]],
  ])('%s is read the same, split at every byte', (_, text, wanted) => {
    const bytes = Buffer.from(text)
    for (let at = 0; at <= bytes.length; at++)
      expect(decoded('gemini-contents', [bytes.subarray(0, at), bytes.subarray(at)])).toEqual(wanted)
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
    expect(decoded('gemini-contents', single)).toEqual(wanted)
  })
})

test('the last event may lack its blank line', () => {
  expect(decoded('openai-chat', [Buffer.from('data: {"a":1}\n')])).toEqual([{ a: 1 }])
})

test('bytes in another framing are told in one sentence', () => {
  expect(() => decoded('bedrock-converse', [Buffer.from('data: {"a":1}\n\n')])).toThrow('framing of Amazon')
})

test('a message with a wrong checksum is refused', () => {
  const bytes = Buffer.from(bytesOf('bedrock-converse'))
  bytes[40] = (bytes[40] ?? 0) ^ 1
  expect(() => decoded('bedrock-converse', [bytes])).toThrow()
})
