import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { responsesConverter as converter } from '../../core/src/formats/openai-responses/convert/converter.ts'
import type {
  NeutralMedia,
  NeutralReasoning,
  NeutralRequest,
  NeutralSettings,
} from '../../core/src/model/neutral.ts'
import type { NeutralAnswer } from '../../core/src/model/neutral-answer.ts'
import {
  type Abilities,
  functionCall,
  functionTool,
  image,
  imageAddress,
  pdf,
  reasoning,
  requestOf,
  resultOf,
  some,
  text,
  words,
} from './neutral-values.ts'
import { comesBack, placeless, readsAndWrites, takesJunk, tasksOf } from './there-and-back.ts'

const origin = 'openai-responses'

const search = fc.constant({
  kind: 'opaque',
  origin,
  what: 'item `web_search_call`',
  raw: { type: 'web_search_call', id: 'ws_1', status: 'completed' },
} as const)

const kept: fc.Arbitrary<NeutralMedia> = fc.constantFrom(
  {
    kind: 'media',
    media: 'image',
    source: { by: 'id', id: 'file-1', provider: 'openai', type: undefined },
    detail: 'low',
  },
  { kind: 'media', media: 'audio', source: { by: 'data', data: 'AA==', type: 'audio/wav' } },
)

const summary: fc.Arbitrary<NeutralReasoning> = fc.record({
  kind: fc.constant('reasoning' as const),
  text: words,
  isSummary: fc.constant(true),
  id: fc.constantFrom('rs_1', 'rs_2'),
})

const settings = some<NeutralSettings>({
  outputLimit: fc.constant(1000),
  temperature: fc.constant(0.5),
  topP: fc.constant(0.9),
  isStream: fc.boolean(),
  isParallel: fc.boolean(),
  user: fc.constant('me'),
  metadata: fc.constant({ team: 'a' }),
  serviceTier: fc.constant('flex'),
  thinking: fc.constantFrom({ mode: 'off' }, { mode: 'effort', effort: 'high' }),
  responseFormat: fc.constantFrom(
    { mode: 'text' },
    { mode: 'json' },
    { mode: 'schema', schema: { type: 'object' }, name: 'x', description: 'y', isStrict: true },
  ),
})

const abilities: Abilities = {
  user: fc.oneof(text, image, imageAddress, pdf, kept),
  model: fc.oneof(
    text,
    fc.record({ kind: fc.constant('refusal' as const), text: words }),
    reasoning('openai', 'encrypted'),
    summary,
    search,
  ),
  call: fc.oneof(
    functionCall,
    words.map((said) => ({ kind: 'call', tool: 'custom', arguments: { text: said } }) as const),
    fc.constant({ kind: 'call', tool: 'function', arguments: { text: '{"cut": ' } } as const),
  ),
  result: fc.oneof(
    resultOf(text, true),
    resultOf(image, true),
    fc.tuple(text, pdf, text).map((content) => ({ content, isError: false })),
  ),
  between: fc.record({
    speaker: fc.constantFrom('system' as const, 'developer' as const),
    parts: fc.array(text, { minLength: 1, maxLength: 2 }),
  }),
  body: fc.record(
    {
      model: fc.constant('gpt-5'),
      instructions: fc.array(text, { maxLength: 1 }),
      tools: fc.array(
        fc.oneof(
          functionTool.map((tool) => ({ ...tool, isStrict: true })),
          fc.constant({
            kind: 'custom',
            name: 'patch',
            description: 'Patches.',
            own: { origin, members: [{ steps: ['format'], value: { type: 'text' } }] },
          } as const),
          fc.constant({
            kind: 'hosted',
            name: 'web_search',
            own: { origin, members: [{ steps: ['type'], value: 'web_search' }] },
          } as const),
        ),
        { maxLength: 3 },
      ),
      toolChoice: fc.constantFrom(
        { mode: 'auto' },
        { mode: 'none' },
        { mode: 'any' },
        { mode: 'one', name: 'read' },
        { mode: 'some', names: ['read', 'run'] },
      ),
      settings,
      own: fc.constant({
        origin,
        members: [
          { steps: ['store'], value: false },
          { steps: ['previous_response_id'], value: 'resp_1' },
          { steps: ['reasoning', 'summary'], value: 'auto' },
          { steps: ['text', 'verbosity'], value: 'low' },
        ],
      }),
    },
    { requiredKeys: ['instructions', 'tools', 'settings'] },
  ) as Abilities['body'],
}

const call = {
  type: 'function_call',
  call_id: 'a',
  name: 'read',
  arguments: '{"path":"x"}',
  id: 'fc_1',
  status: 'completed',
}
const result = { type: 'function_call_output', call_id: 'a', output: 'one' }
const said = (said: string, more = {}): object => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: said }],
  ...more,
})

describe('requests', () => {
  comesBack('a generated request comes back', converter, converter.request, requestOf(abilities))

  test('items of every kind, their names, and strange members', () => {
    const document = {
      model: 'gpt-5',
      instructions: 'Be kind.',
      input: [
        { type: 'message', role: 'developer', content: 'First.' },
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'Hi' },
            { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'high' },
            { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' },
            { type: 'input_file', file_url: 'https://x/a.pdf' },
            { type: 'input_video', video: 1 },
          ],
          id: 'msg_0',
        },
        {
          type: 'reasoning',
          id: 'rs_1',
          summary: [
            { type: 'summary_text', text: 'One.' },
            { type: 'summary_text', text: 'Two.' },
          ],
          content: [{ type: 'reasoning_text', text: 'Hm.' }],
          encrypted_content: 'gAAA',
          status: 'completed',
        },
        said('I look.', { id: 'msg_1', phase: 'commentary' }),
        said('And again.', { id: 'msg_2' }),
        call,
        { type: 'custom_tool_call', call_id: 'b', name: 'patch', input: '*** Begin' },
        { type: 'web_search_call', id: 'ws_1', status: 'completed' },
        result,
        {
          type: 'custom_tool_call_output',
          call_id: 'b',
          output: [
            { type: 'input_text', text: 'done' },
            { type: 'input_image', file_id: 'f' },
          ],
        },
        { type: 'item_reference', id: 'rs_9' },
        {
          type: 'local_shell_call',
          call_id: 'c',
          action: { type: 'exec', command: ['ls'] },
          id: 'ls_1',
          status: 'completed',
        },
        { type: 'local_shell_call_output', call_id: 'c', output: 'a b' },
        { type: 'computer_call', call_id: 'd', action: { type: 'screenshot' }, id: 'cu_1' },
        {
          type: 'computer_call_output',
          call_id: 'd',
          output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,AA==' },
        },
        { type: 'apply_patch_call', call_id: 'e', operation: { type: 'delete_file', path: 'x' } },
        { type: 'apply_patch_call_output', call_id: 'e', status: 'failed', output: 'no' },
        { type: 'message', role: 'user', content: 'Go on.' },
      ],
      tools: [
        { type: 'function', name: 'read', parameters: { type: 'object', properties: {} }, strict: true },
        { type: 'web_search', search_context_size: 'low' },
      ],
      tool_choice: { type: 'web_search' },
      parallel_tool_calls: false,
      text: { format: { type: 'text' }, verbosity: 'low' },
      reasoning: { effort: 'high', summary: 'auto' },
      store: false,
      include: ['reasoning.encrypted_content'],
    }
    readsAndWrites<NeutralRequest>(converter, converter.request, document, {
      settings: {
        isParallel: false,
        thinking: { mode: 'effort', effort: 'high' },
        responseFormat: { mode: 'text' },
      },
    })
    const { turns } = converter.request.read(document, tasksOf(converter).reading)
    expect(turns.map(({ speaker, parts }) => [speaker, parts.map(({ kind }) => kind).join(' ')])).toEqual([
      ['developer', 'text'],
      ['user', 'text media media media opaque'],
      ['model', 'reasoning reasoning reasoning text text call call opaque'],
      ['tool', 'result result'],
      ['model', 'opaque call'],
      ['tool', 'result'],
      ['model', 'call'],
      ['tool', 'result'],
      ['model', 'call'],
      ['tool', 'result'],
      ['user', 'text'],
    ])
    expect(placeless(turns[2]!.parts[0])).toMatchObject({
      isSummary: true,
      id: 'rs_1',
      proof: { provider: 'openai', as: 'encrypted', value: 'gAAA' },
    })
    expect(turns[3]!.parts[0]).toMatchObject({ id: 'a', tool: 'function' })
    expect(turns[9]!.parts[0]).toMatchObject({ isError: true, tool: 'apply_patch' })
  })

  test.each([
    ['one string', { model: 'm', input: 'Hi' }, [{ speaker: 'user', parts: [{ kind: 'text', text: 'Hi' }] }]],
    [
      'a failure told in words',
      [{ ...result, output: '[tool error]\ngone' }],
      [{ speaker: 'tool', parts: [{ isError: true, content: [{ kind: 'text', text: 'gone' }] }] }],
    ],
    [
      'arguments that are cut, and none',
      [
        { ...call, arguments: '{"a": tru' },
        { ...call, arguments: '' },
      ],
      [{ parts: [{ arguments: { text: '{"a": tru' } }, { arguments: { json: {} } }] }],
    ],
    [
      'words without a type, and sources that they name',
      [
        said('x', {
          type: undefined,
          content: [
            {
              type: 'output_text',
              text: 'x',
              annotations: [{ type: 'url_citation', url: 'https://x', title: 'T' }],
            },
          ],
        }),
      ],
      [{ parts: [{ text: 'x', citations: [{ title: 'T', address: 'https://x', origin }] }] }],
    ],
  ])('%s', (_, document, turns) => {
    const read = converter.request.read(document, tasksOf(converter).reading)
    expect(placeless(read.turns)).toMatchObject(turns)
  })

  test('a bare list gives a bare list, which has a place for instructions', () => {
    readsAndWrites<NeutralRequest>(converter, converter.request, [call, result], { isBare: true })
    const { reading, writing } = tasksOf(converter)
    const request = converter.request.read([result], reading)
    const instructions = ['Be', 'kind.'].map((words) => ({ kind: 'text', text: words }) as const)
    expect(converter.request.write({ ...request, instructions }, writing)).toEqual([
      { type: 'message', role: 'system', content: 'Be\n\nkind.' },
      result,
    ])
  })
})

describe('losses', () => {
  const turn: NeutralRequest = {
    as: 'request',
    isBare: true,
    instructions: [],
    turns: [
      {
        speaker: 'model',
        parts: [
          { kind: 'reasoning', text: 'Hm.', proof: { provider: 'anthropic', value: 'x', as: 'signature' } },
          {
            kind: 'call',
            id: 'a',
            name: 'f',
            tool: 'function',
            arguments: { json: {} },
            signature: { provider: 'google', value: 'y' },
          },
        ],
      },
    ],
    tools: [],
    settings: {},
  }

  test('reasoning of another provider is not sent to OpenAI', () => {
    const { writing, lost } = tasksOf(converter)
    expect(converter.request.write(turn, writing)).toEqual([
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
    ])
    expect(lost.map(({ what }) => what)).toEqual(['signature', 'reasoning', 'signature'])
  })

  test('a copy of the API gets its words', () => {
    const { writing } = tasksOf(converter)
    expect(converter.request.write(turn, { ...writing, provider: 'deepseek' })).toMatchObject([
      { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm.' }] },
      { type: 'function_call' },
    ])
  })

  test('settings, marks, videos and foreign parts are told', () => {
    const { writing, lost } = tasksOf(converter)
    const body = converter.request.write(
      {
        ...turn,
        isBare: false,
        turns: [
          {
            speaker: 'user',
            name: 'Ann',
            parts: [
              { kind: 'media', media: 'video', source: { by: 'data', data: 'AA==', type: 'video/mp4' } },
              { kind: 'opaque', origin: 'other', what: 'x', raw: {} },
              { kind: 'text', text: 'Hi', mark: {} },
            ],
          },
        ],
        tools: [
          { kind: 'hosted', name: 'googleSearch' },
          { kind: 'function', name: 'f' },
        ],
        settings: { topK: 1, thinking: { mode: 'budget', tokens: 5000 }, serviceTier: 'standard_only' },
      },
      writing,
    )
    expect(body).toEqual({
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false }],
      reasoning: { effort: 'medium' },
    })
    expect(lost.map(({ what }) => what)).toEqual([
      'name of the speaker',
      'video',
      'cache mark',
      'hosted tool googleSearch',
      'setting topK',
      'thinking budget',
      'service tier `standard_only`',
    ])
  })
})

describe('answers', () => {
  const answer = (output: readonly unknown[], more = {}): object => ({
    id: 'resp_1',
    object: 'response',
    created_at: 5,
    status: 'completed',
    incomplete_details: null,
    error: null,
    model: 'gpt-5',
    output,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    metadata: {},
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 2 },
      total_tokens: 17,
    },
    ...more,
  })
  const message = {
    type: 'message',
    id: 'msg_1',
    status: 'completed',
    role: 'assistant',
    content: [
      { type: 'output_text', text: 'Hi', annotations: [] },
      { type: 'refusal', refusal: 'No.' },
    ],
  }
  const thought = {
    type: 'reasoning',
    id: 'rs_1',
    summary: [],
    content: [{ type: 'reasoning_text', text: 'Hm.' }],
  }

  test.each<[string, object, Partial<NeutralAnswer>]>([
    [
      'words',
      answer([thought, message]),
      { id: 'resp_1', created: 5, stop: 'end', usage: { input: 10, output: 7, cacheRead: 4, reasoning: 2 } },
    ],
    ['calls', answer([message, call, { type: 'web_search_call', id: 'ws_1' }]), { stop: 'calls' }],
    [
      'the limit',
      answer([message], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
      { stop: 'limit', stopWord: 'max_output_tokens' },
    ],
    [
      'a filter',
      answer([], { status: 'incomplete', incomplete_details: { reason: 'content_filter' }, x: 1 }),
      { stop: 'refusal' },
    ],
  ])('%s', (_, document, value) => {
    readsAndWrites<NeutralAnswer>(converter, converter.answer, document, value)
  })

  test('items of another provider’s answer are named after it, and its reasoning is shown', () => {
    const { writing } = tasksOf(converter)
    const written = converter.answer!.write(
      {
        as: 'answer',
        id: 'msg_01',
        parts: [
          { kind: 'reasoning', text: 'Hm.' },
          { kind: 'text', text: 'Hi' },
          { kind: 'call', id: 'a', name: 'f', tool: 'function', arguments: { json: {} } },
        ],
        stop: 'calls',
      },
      writing,
    )
    expect(written).toMatchObject({
      id: 'msg_01',
      status: 'completed',
      output: [
        { type: 'reasoning', id: 'rs_01_0', summary: [{ type: 'summary_text', text: 'Hm.' }] },
        {
          type: 'message',
          id: 'msg_01_1',
          status: 'completed',
          content: [{ type: 'output_text', annotations: [] }],
        },
        { type: 'function_call', id: 'fc_01_2', call_id: 'a', arguments: '{}' },
      ],
    })
  })

  test.each([
    [answer([]), 'answer'],
    [answer([], { status: 'failed', error: { code: 'server_error', message: 'no' } }), 'error'],
    [{ error: { message: 'no', type: 'invalid_request_error' } }, 'error'],
    [{ input: 'Hi' }, 'request'],
    [[], 'request'],
    [{}, undefined],
    [7, undefined],
  ])('%j is of its kind', (document, kind) => {
    expect(converter.kindOf(document)).toBe(kind)
  })
})

takesJunk(converter, [
  {
    model: 'm',
    instructions: 'x',
    input: [
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'Hi' },
          { type: 'input_audio', input_audio: { data: 'x', format: 'mp3' } },
        ],
      },
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'x' }],
        encrypted_content: 'y',
      },
      said('x', { id: 'msg_1' }),
      call,
      { type: 'computer_call', call_id: 'd', actions: [{ type: 'screenshot' }] },
      { type: 'computer_call_output', call_id: 'd', output: { image_url: 'x' } },
      { ...result, output: [{ type: 'input_text', text: 'x' }] },
    ],
    tools: [
      { type: 'function', name: 'f', parameters: {} },
      { type: 'custom', name: 'c' },
    ],
    tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'f' }] },
    text: { format: { type: 'json_schema', schema: {} } },
    reasoning: { effort: 'low' },
    metadata: { a: 'b' },
  },
  { object: 'response', status: 'completed', output: [said('x'), call], usage: { input_tokens: 1 } },
  { error: { code: 'x', message: 'y' } },
])
