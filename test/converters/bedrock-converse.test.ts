import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { converseConverter as converter } from '../../core/src/formats/bedrock-converse/convert/converter.ts'
import type {
  NeutralMedia,
  NeutralPart,
  NeutralRequest,
  NeutralSettings,
} from '../../core/src/model/neutral.ts'
import type { NeutralAnswer } from '../../core/src/model/neutral-answer.ts'
import {
  type Abilities,
  functionCall,
  functionTool,
  image,
  json,
  marked,
  reasoning,
  requestOf,
  resultOf,
  some,
  text,
} from './neutral-values.ts'
import { comesBack, placeless, readsAndWrites, takesJunk, tasksOf } from './there-and-back.ts'

const origin = 'bedrock-converse'

const opaque = fc.constant({
  kind: 'opaque',
  origin,
  what: 'block `searchResult`',
  raw: { searchResult: { source: 's', title: 't', content: [] } },
} as const)

const stored: fc.Arbitrary<NeutralMedia> = fc.constantFrom(
  { kind: 'media', media: 'video', source: { by: 'address', address: 's3://b/v.mp4', type: 'video/mp4' } },
  { kind: 'media', media: 'audio', source: { by: 'data', data: 'AA==', type: 'audio/mpeg' } },
)

const settings = some<NeutralSettings>({
  outputLimit: fc.constant(4000),
  temperature: fc.constant(1),
  topP: fc.constant(0.95),
  stops: fc.constant(['END']),
  thinking: fc.constantFrom(
    { mode: 'off' },
    { mode: 'adaptive' },
    { mode: 'budget', tokens: 2048 },
    { mode: 'effort', effort: 'high' },
  ),
  metadata: fc.constant({ team: 'a' }),
  serviceTier: fc.constant('priority'),
  responseFormat: fc.constant({ mode: 'schema', schema: { type: 'object' }, name: 'x' }),
})

const abilities: Abilities = {
  user: fc.oneof(marked(text), marked(image), stored, opaque),
  model: fc.oneof(text, reasoning('anthropic', 'signature'), reasoning('anthropic', 'encrypted'), opaque),
  call: marked(functionCall),
  result: fc.oneof(
    resultOf(text, true),
    resultOf(
      json.map((value) => ({ kind: 'json', json: value })),
      true,
    ),
    resultOf(image, false),
    fc.constant({ content: [], isError: false }),
    fc.tuple(text, image, text).map((content) => ({ content, isError: false })),
  ),
  body: fc.record(
    {
      model: fc.constant('us.anthropic.claude-opus-4-6-v1:0'),
      instructions: fc.array(marked(text), { maxLength: 2 }),
      tools: fc.array(
        fc.oneof(
          marked(functionTool),
          fc.constant({
            kind: 'hosted',
            name: 'nova_grounding',
            own: { origin, members: [{ steps: ['systemTool'], value: { name: 'nova_grounding' } }] },
          } as const),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      toolChoice: fc.constantFrom({ mode: 'auto' }, { mode: 'any' }, { mode: 'one', name: 'read' }),
      settings,
      own: fc.constant({
        origin,
        members: [
          { steps: ['guardrailConfig'], value: { guardrailIdentifier: 'g' } },
          { steps: ['additionalModelRequestFields', 'anthropic_beta'], value: ['x'] },
        ],
      }),
    },
    { requiredKeys: ['model', 'instructions', 'tools', 'settings'] },
  ) as Abilities['body'],
}

const call = { toolUse: { toolUseId: 'a', name: 'read', input: { path: 'x' } } }
const failed = { toolResult: { toolUseId: 'a', content: [{ text: 'gone' }], status: 'error' } }
const bytes = { bytes: 'AA==' }

describe('requests', () => {
  comesBack('a generated request comes back', converter, converter.request, requestOf(abilities))

  test('blocks of every kind, strange members and unknown blocks', () => {
    const document = {
      modelId: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
      messages: [
        {
          role: 'user',
          content: [
            { text: 'Hi' },
            { image: { format: 'png', source: bytes } },
            { cachePoint: { type: 'default', ttl: '1h' } },
            { cachePoint: { type: 'default' } },
            { document: { format: 'pdf', name: 'report', source: bytes, citations: { enabled: true } } },
            { document: { format: 'txt', name: 'notes', source: { text: 'plain' } } },
            { video: { format: 'mov', source: { s3Location: { uri: 's3://b/v', bucketOwner: '1' } } } },
            { guardContent: { text: { text: 'watch me', qualifiers: ['query'] } } },
            { cachePoint: { type: 'custom' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'c2ln' } } },
            { reasoningContent: { redactedContent: 'eA==' } },
            { citationsContent: { content: [{ text: 'Said.' }], citations: [{ title: 'T' }] } },
            { toolUse: { toolUseId: 'h', name: 'search', input: {}, type: 'server_tool_use' } },
            call,
            { toolUse: { toolUseId: 'b', name: 'read', input: {} } },
          ],
        },
        {
          role: 'user',
          content: [
            failed,
            {
              toolResult: {
                toolUseId: 'b',
                content: [{ json: { a: 1 } }, { image: { format: 'jpeg', source: bytes } }],
              },
            },
            { text: 'Go on.' },
          ],
        },
      ],
      system: [{ text: 'Be kind.' }, { cachePoint: { type: 'default' } }],
      toolConfig: {
        tools: [
          {
            toolSpec: {
              name: 'read',
              description: 'Reads.',
              inputSchema: { json: { type: 'object' } },
              strict: true,
            },
          },
          { cachePoint: { type: 'default' } },
          { systemTool: { name: 'nova_grounding' } },
        ],
        toolChoice: { tool: { name: 'read' } },
      },
      inferenceConfig: { maxTokens: 4000, stopSequences: ['X'] },
      additionalModelRequestFields: {
        thinking: { type: 'enabled', budget_tokens: 2000, display: 'omitted' },
        anthropic_beta: ['b'],
      },
      performanceConfig: { latency: 'optimized' },
    }
    readsAndWrites<NeutralRequest>(converter, converter.request, document, {
      instructions: [{ kind: 'text', text: 'Be kind.', mark: {} }],
      toolChoice: { mode: 'one', name: 'read' },
      settings: { outputLimit: 4000, stops: ['X'], thinking: { mode: 'budget', tokens: 2000 } },
    })
    const { turns } = converter.request.read(document, tasksOf(converter).reading)
    expect(turns.map(({ speaker }) => speaker)).toEqual(['user', 'model', 'tool', 'user'])
    expect(turns[0]!.parts.map(kindOf)).toEqual([
      'text',
      'media',
      'opaque',
      'media',
      'media',
      'media',
      'text',
      'opaque',
    ])
    expect(turns[1]!.parts.map(kindOf)).toEqual(['reasoning', 'reasoning', 'text', 'opaque', 'call', 'call'])
    expect(placeless(turns[2]!.parts)).toMatchObject([
      { id: 'a', isError: true, content: [{ kind: 'text', text: 'gone' }] },
      {
        id: 'b',
        isError: false,
        content: [{ kind: 'json', json: { a: 1 } }, { kind: 'media' }],
      },
    ])
  })

  test('a bare list gives a bare list', () => {
    const list = [
      { role: 'assistant', content: [call] },
      { role: 'user', content: [failed] },
    ]
    readsAndWrites<NeutralRequest>(converter, converter.request, list, { isBare: true })
  })
})

function kindOf({ kind }: NeutralPart): string {
  return kind
}

describe('what is written', () => {
  const empty: NeutralRequest = {
    as: 'request',
    isBare: false,
    instructions: [],
    turns: [],
    tools: [],
    settings: {},
  }
  const file = (name: string | undefined): NeutralMedia => ({
    kind: 'media',
    media: 'file',
    source: { by: 'data', data: 'AA==', type: 'application/pdf' },
    ...(name !== undefined && { name }),
  })

  test('documents have plain names, each its own', () => {
    const { writing, lost } = tasksOf(converter)
    const parts = ['a_b.pdf', 'a-b', undefined, undefined, '.pdf'].map(file)
    const body = converter.request.write({ ...empty, turns: [{ speaker: 'user', parts }] }, writing)
    expect(namesIn(body)).toEqual(['a-b', 'a-b (2)', 'document', 'document (2)', 'document (3)'])
    expect(lost.map(({ what }) => what)).toEqual(['name of a file', 'name of a file', 'name of a file'])
  })

  function namesIn(body: unknown): unknown[] {
    const { messages } = body as { messages: { content: { document: { name: string } }[] }[] }
    return messages[0]!.content.map(({ document }) => document.name)
  }

  test('what no block can hold is lost, and a turn of nothing else is none', () => {
    const { writing, lost } = tasksOf(converter)
    const parts: NeutralPart[] = [
      {
        kind: 'media',
        media: 'image',
        source: { by: 'address', address: 'https://x/a.png', type: undefined },
      },
      { kind: 'media', media: 'image', source: { by: 'data', data: 'AA==', type: 'image/tiff' } },
      { kind: 'opaque', origin: 'other', what: 'x', raw: {} },
      { kind: 'reasoning', text: 'Hm.' },
    ]
    const body = converter.request.write(
      {
        ...empty,
        turns: [{ speaker: 'user', parts }],
        toolChoice: { mode: 'none' },
        tools: [{ kind: 'custom', name: 'patch' }],
      },
      writing,
    )
    expect(body).toEqual({
      messages: [],
      toolConfig: {
        tools: [
          {
            toolSpec: {
              name: 'patch',
              inputSchema: {
                json: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
              },
            },
          },
        ],
      },
    })
    expect(lost.map(({ what }) => what)).toEqual(['image', 'image', 'reasoning', 'tool choice none'])
  })

  test.each([
    [
      'anthropic.claude-sonnet-4-5-20250929-v1:0',
      { mode: 'effort', effort: 'high' },
      { thinking: { type: 'enabled', budget_tokens: 4095 } },
    ],
    [
      'anthropic.claude-sonnet-4-5-20250929-v1:0',
      { mode: 'budget', tokens: 5 },
      { thinking: { type: 'enabled', budget_tokens: 1024 } },
    ],
    ['us.anthropic.claude-opus-4-7-v1:0', { mode: 'budget', tokens: 5 }, { thinking: { type: 'adaptive' } }],
    [
      'us.anthropic.claude-opus-4-6-v1:0',
      { mode: 'effort', effort: 'low' },
      { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
    ],
  ] as const)('thinking for %s: %j', (model, thinking, fields) => {
    const { writing } = tasksOf(converter, model)
    const request = {
      ...empty,
      settings: { thinking, outputLimit: 4096, temperature: 0.2, topK: 3 },
    } as const
    expect(converter.request.write(request, writing)).toEqual({
      messages: [],
      inferenceConfig: { maxTokens: 4096 },
      additionalModelRequestFields: fields,
    })
  })

  test('a model of another maker is told nothing that only Claude knows', () => {
    const { writing, lost } = tasksOf(converter, 'amazon.nova-pro-v1:0')
    const request = { ...empty, settings: { thinking: { mode: 'budget', tokens: 1 }, topK: 3 } } as const
    expect(converter.request.write(request, writing)).toEqual({ messages: [] })
    expect(lost.map(({ what }) => what)).toEqual(['setting thinking', 'setting topK'])
  })
})

describe('answers', () => {
  const answer = (stopReason: string, content: readonly unknown[], more = {}): object => ({
    output: { message: { role: 'assistant', content } },
    stopReason,
    usage: {
      inputTokens: 5,
      outputTokens: 7,
      totalTokens: 18,
      cacheReadInputTokens: 4,
      cacheWriteInputTokens: 2,
    },
    ...more,
  })
  const usage = { input: 11, output: 7, cacheRead: 4, cacheWrite: 2 }

  test.each<[string, object, Partial<NeutralAnswer>]>([
    ['words', answer('end_turn', [{ text: 'Hi' }]), { stop: 'end', usage }],
    ['calls', answer('tool_use', [{ text: 'Hi' }, call], { metrics: { latencyMs: 3 } }), { stop: 'calls' }],
    ['the limit', answer('max_tokens', []), { stop: 'limit' }],
    ['a guardrail', answer('guardrail_intervened', [{ text: 'no' }], { trace: {} }), { stop: 'refusal' }],
    [
      'reasoning without a signature',
      answer('end_turn', [{ reasoningContent: { reasoningText: { text: 'Hm.' } } }]),
      {},
    ],
  ])('%s', (_, document, value) => {
    readsAndWrites<NeutralAnswer>(converter, converter.answer, document, value)
  })

  test.each([
    [answer('end_turn', []), 'answer'],
    [{ message: 'no', __type: 'ValidationException' }, 'error'],
    [{ messages: [] }, 'request'],
    [[], 'request'],
    [{}, undefined],
    [null, undefined],
  ])('%j is of its kind', (document, kind) => {
    expect(converter.kindOf(document)).toBe(kind)
  })
})

takesJunk(converter, [
  {
    modelId: 'm',
    messages: [
      {
        role: 'user',
        content: [
          { text: 'Hi' },
          { document: { format: 'pdf', name: 'n', source: bytes } },
          { cachePoint: { type: 'default' } },
        ],
      },
      {
        role: 'assistant',
        content: [call, { reasoningContent: { reasoningText: { text: 'x', signature: 's' } } }],
      },
      {
        role: 'user',
        content: [failed, { citationsContent: { content: [{ text: 'x' }], citations: [{}] } }],
      },
    ],
    system: [{ text: 'x' }],
    toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: {} } } }], toolChoice: { auto: {} } },
    additionalModelRequestFields: { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
    outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema: { schema: '{}' } } } },
    requestMetadata: { a: 'b' },
    serviceTier: { type: 'flex' },
  },
  {
    output: { message: { role: 'assistant', content: [{ text: 'x' }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: 1 },
  },
  { message: 'x', __type: 'a#ThrottlingException' },
])
