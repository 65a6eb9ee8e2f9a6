import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aiSdkConverter as converter } from '../../core/src/formats/ai-sdk/convert/converter.ts'
import { convert } from '../../core/src/index.ts'
import type { NeutralRequest, NeutralSettings } from '../../core/src/model/neutral.ts'
import {
  type Abilities,
  functionCall,
  functionTool,
  image,
  imageAddress,
  json,
  marked,
  pdf,
  reasoning,
  requestOf,
  resultOf,
  signature,
  some,
  text,
  words,
} from './neutral-values.ts'
import { comesBack, placeless, readsAndWrites, takesJunk, tasksOf } from './there-and-back.ts'

const origin = 'ai-sdk'

const opaque = fc.constant({
  kind: 'opaque',
  origin,
  what: 'part `tool-approval-request`',
  raw: { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' },
} as const)

const settings = some<NeutralSettings>({
  outputLimit: fc.constant(1000),
  temperature: fc.constant(0.5),
  topP: fc.constant(0.9),
  topK: fc.constant(40),
  seed: fc.constant(7),
  frequencyPenalty: fc.constant(0.1),
  presencePenalty: fc.constant(0.2),
  stops: fc.constant(['END']),
})

const signed = signature.map((value) => ({ provider: 'google', value }))

const abilities: Abilities = {
  user: fc.oneof(marked(text), marked(image), imageAddress, pdf),
  model: fc.oneof(
    text,
    fc.record({ kind: fc.constant('text' as const), text: words, signature: signed }),
    reasoning('anthropic', 'signature'),
    reasoning('anthropic', 'encrypted'),
    reasoning('google', 'signature'),
    reasoning('google', 'encrypted'),
    reasoning('openai', 'encrypted').map((part) => ({ ...part, id: 'rs_1' })),
    opaque,
  ),
  call: fc
    .record({ call: functionCall, own: fc.option(signed, { nil: undefined }) })
    .map(({ call, own }) => ({ ...call, ...(own && { signature: own }) })),
  result: fc.oneof(
    resultOf(text, true),
    resultOf(
      json.map((value) => ({ kind: 'json', json: value })),
      true,
    ),
    resultOf(image, false),
    resultOf(imageAddress, false),
    fc.tuple(text, pdf, text).map((content) => ({ content, isError: true })),
    fc.constant({ content: [], isError: false }),
  ),
  between: marked(text).map((part) => ({ speaker: 'system', parts: [part] })),
  body: fc.record(
    {
      model: fc.constant('openai/gpt-5'),
      instructions: fc.array(text, { maxLength: 1 }),
      tools: fc.uniqueArray(
        fc.oneof(
          marked(functionTool),
          fc.constant({
            kind: 'hosted',
            name: 'search',
            own: {
              origin,
              members: [
                { steps: ['type'], value: 'provider' },
                { steps: ['id'], value: 'openai.web_search' },
              ],
            },
          } as const),
        ),
        { maxLength: 3, selector: ({ name }) => name },
      ),
      toolChoice: fc.constantFrom(
        { mode: 'auto' },
        { mode: 'none' },
        { mode: 'any' },
        { mode: 'one', name: 'read' },
      ),
      settings,
      own: fc.constant({ origin, members: [{ steps: ['maxRetries'], value: 1 }] }),
    },
    { requiredKeys: ['instructions', 'tools', 'settings'] },
  ) as Abilities['body'],
}

const call = { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: { path: 'x' } }
const answered = (output: unknown, more = {}): object => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'read', output, ...more }],
})

describe('messages for the model', () => {
  comesBack('a generated request comes back', converter, converter.request, requestOf(abilities))

  test('parts of every kind, their options, and strange members', () => {
    const document = [
      {
        role: 'system',
        content: 'Be kind.',
        providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi', providerOptions: { openai: { x: 1 } } },
          {
            type: 'image',
            image: 'AA==',
            mediaType: 'image/png',
            providerOptions: { openai: { imageDetail: 'low' } },
          },
          { type: 'image', image: 'https://x/a.png' },
          { type: 'file', data: 'AA==', mediaType: 'application/pdf', filename: 'a.pdf' },
          { type: 'file', data: 'https://x/a.mp4', mediaType: 'video/mp4' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'c2ln' } } },
          { type: 'text', text: 'I look.' },
          { ...call, providerOptions: { google: { thoughtSignature: 'c2ln' } } },
          { type: 'tool-call', toolCallId: 'h', toolName: 'search', input: {}, providerExecuted: true },
          { type: 'tool-result', toolCallId: 'h', toolName: 'search', output: { type: 'json', value: {} } },
        ],
      },
      answered({ type: 'error-text', value: 'gone' }),
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }], id: 'm1' },
    ]
    readsAndWrites<NeutralRequest>(converter, converter.request, document, { isBare: true })
    const { turns } = converter.request.read(document, tasksOf(converter).reading)
    expect(turns.map(({ speaker, parts }) => [speaker, parts.map(({ kind }) => kind).join(' ')])).toEqual([
      ['system', 'text'],
      ['user', 'text media media media media'],
      ['model', 'reasoning text call opaque opaque'],
      ['tool', 'result'],
      ['model', 'text'],
    ])
    expect(turns[2]!.parts[2]).toMatchObject({ signature: { provider: 'google', value: 'c2ln' } })
  })

  test.each([
    ['words', { type: 'text', value: 'ok' }, [{ kind: 'text', text: 'ok' }], false],
    ['a value', { type: 'json', value: [1] }, [{ kind: 'json', json: [1] }], false],
    [
      'a value of a tool that failed',
      { type: 'error-json', value: { e: 1 } },
      [{ kind: 'json', json: { e: 1 } }],
      true,
    ],
    ['a denial', { type: 'execution-denied', reason: 'no' }, [{ kind: 'text', text: 'no' }], true],
    [
      'pieces',
      {
        type: 'content',
        value: [
          { type: 'text', text: 'see' },
          { type: 'image-data', data: 'AA==', mediaType: 'image/png' },
          { type: 'image-url', url: 'https://x/a.png' },
          { type: 'file-data', data: 'AA==', mediaType: 'application/pdf', filename: 'a.pdf' },
          { type: 'file-url', url: 'https://x/a.pdf' },
          { type: 'custom', providerOptions: {} },
        ],
      },
      [
        { kind: 'text' },
        { kind: 'media' },
        { kind: 'media' },
        { kind: 'media' },
        { kind: 'media' },
        { kind: 'opaque' },
      ],
      false,
    ],
  ])('a result with %s', (_, output, content, isError) => {
    const document = [{ role: 'assistant', content: [call] }, answered(output)]
    readsAndWrites<NeutralRequest>(converter, converter.request, document, {})
    const { turns } = converter.request.read(document, tasksOf(converter).reading)
    expect(placeless(turns[1]!.parts)).toMatchObject([{ kind: 'result', id: 'a', content, isError }])
  })

  test('version 4 is read, too', () => {
    const { turns } = converter.request.read(
      [
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'read', args: { a: 1 } }],
        },
        {
          role: 'tool',
          content: [
            { type: 'tool-result', toolCallId: 'a', toolName: 'read', result: { b: 2 }, isError: true },
          ],
        },
        { role: 'user', content: [{ type: 'file', data: 'AA==', mimeType: 'audio/wav' }] },
      ],
      tasksOf(converter).reading,
    )
    expect(placeless(turns)).toMatchObject([
      { parts: [{ arguments: { json: { a: 1 } } }] },
      { parts: [{ isError: true, content: [{ kind: 'json', json: { b: 2 } }] }] },
      { parts: [{ kind: 'media', media: 'audio', source: { by: 'data', type: 'audio/wav' } }] },
    ])
  })
})

test('a message that a chat shows is read step by step', () => {
  const { turns } = converter.request.read(
    [
      {
        id: 'm1',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          { type: 'text', text: 'I look.' },
          { type: 'tool-read', toolCallId: 'a', state: 'output-available', input: { p: 1 }, output: 'one' },
          {
            type: 'dynamic-tool',
            toolName: 'list',
            toolCallId: 'b',
            state: 'output-error',
            input: {},
            errorText: 'gone',
          },
          { type: 'step-start' },
          { type: 'source-url', url: 'https://x' },
          { type: 'text', text: 'Done.' },
        ],
      },
      {
        id: 'm2',
        role: 'user',
        parts: [{ type: 'file', url: 'data:image/png;base64,AA==', mediaType: 'image/png' }],
      },
    ],
    tasksOf(converter).reading,
  )
  expect(placeless(turns)).toMatchObject([
    {
      speaker: 'model',
      parts: [{ text: 'I look.' }, { kind: 'call', id: 'a', name: 'read' }, { id: 'b', name: 'list' }],
    },
    {
      speaker: 'tool',
      parts: [
        { id: 'a', content: [{ text: 'one' }] },
        { id: 'b', isError: true },
      ],
    },
    { speaker: 'model', parts: [{ kind: 'opaque' }, { text: 'Done.' }] },
    { speaker: 'user', parts: [{ kind: 'media', source: { by: 'data', data: 'AA==' } }] },
  ])
})

test('signatures of every provider are kept, each under its name', () => {
  const { document, report } = convert(
    [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }] },
      {
        role: 'user',
        content: [{ type: 'text', text: 'Go on.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
      },
    ],
    { from: 'anthropic-messages', to: 'ai-sdk' },
  )
  expect(document).toEqual([
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      content: [{ type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'c2ln' } } }],
    },
    {
      role: 'user',
      content: [
        {
          type: 'text',
          text: 'Go on.',
          providerOptions: { anthropic: { cacheControl: { type: 'ephemeral', ttl: '1h' } } },
        },
      ],
    },
  ])
  expect(report.lost).toEqual([])
})

takesJunk(converter, [
  {
    model: 'm',
    system: 'x',
    messages: [
      { role: 'system', content: 'x' },
      {
        role: 'user',
        content: [
          {
            type: 'image',
            image: 'x',
            providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
          },
        ],
      },
      {
        role: 'assistant',
        content: [call, { type: 'reasoning', text: 'x', providerOptions: { openai: { itemId: 'rs' } } }],
      },
      answered({
        type: 'content',
        value: [
          { type: 'text', text: 'x' },
          { type: 'media', data: 'x', mediaType: 'y' },
        ],
      }),
      { role: 'assistant', parts: [{ type: 'tool-read', toolCallId: 'a', state: 'result', output: 1 }] },
    ],
    tools: { read: { description: 'x', inputSchema: { jsonSchema: {} } } },
    toolChoice: { type: 'tool', toolName: 'read' },
    maxTokens: 1,
  },
])
