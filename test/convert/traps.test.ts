import { describe, expect, test } from 'vitest'
import { signedId } from '../../core/src/convert/signed-id.ts'
import { type ConvertOptions, convert } from '../../core/src/index.ts'

type Json = Record<string, unknown>

const chat = (messages: readonly unknown[], more: Json = {}): Json => ({ model: 'gpt-5', messages, ...more })
const to = (document: unknown, options: ConvertOptions): Json => convert(document, options).document as Json
const call = (id: string, given: string): Json => ({
  id,
  type: 'function',
  function: { name: 'run', arguments: given },
})
const messagesOf = (document: Json): readonly Json[] => document.messages as readonly Json[]

describe('arguments', () => {
  test.each([
    ['cut', '{"a": tru', { unparsed: '{"a": tru' }],
    ['empty', '', {}],
    ['a list', '[1]', expect.anything()],
  ])('that are %s never throw', (_, given, input) => {
    const messages = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null, tool_calls: [call('a', given)] },
      { role: 'tool', tool_call_id: 'a', content: 'ok' },
    ]
    const made = to(chat(messages), { to: 'anthropic-messages' })
    expect(messagesOf(made)[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'a', name: 'run', input }],
    })
    expect(() => convert(chat(messages), { to: 'gemini-contents' })).not.toThrow()
  })

  test('keep their bytes where both formats write text', () => {
    const messages = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null, tool_calls: [call('a', '{"n": 12345678901234567890}')] },
      { role: 'tool', tool_call_id: 'a', content: 'ok' },
    ]
    expect(JSON.stringify(to(chat(messages), { to: 'openai-responses' }))).toContain(
      JSON.stringify('{"n": 12345678901234567890}'),
    )
  })
})

describe('K10 and G7: what results hold survives', () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
  const source = {
    model: 'claude-sonnet-4-5',
    max_tokens: 10,
    messages: [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'shot', input: {} },
          { type: 'tool_use', id: 'b', name: 'run', input: { x: 1 } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'here' }, image] },
          { type: 'tool_result', tool_use_id: 'b', content: 'boom', is_error: true },
          { type: 'text', text: 'and now?' },
        ],
      },
    ],
  }

  test('an image follows in the next user turn with a reference, an error says so, the text beside stays', () => {
    expect(messagesOf(to(source, { to: 'openai-chat', model: 'gpt-4o' })).slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'here' },
      { role: 'tool', tool_call_id: 'b', content: '[tool error]\nboom' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '[from the tool result: a]' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
      { role: 'user', content: 'and now?' },
    ])
  })

  test.each(['openai-chat', 'openai-responses', 'gemini-contents', 'bedrock-converse', 'ai-sdk'])(
    'they are back after %s',
    (format) => {
      const there = to(source, { to: format })
      const back = to(there, { from: format, to: 'anthropic-messages' })
      const text = JSON.stringify(back)
      expect(text).toContain('"is_error":true')
      expect(text).toContain('iVBORw0KGgo=')
      expect(text).toContain('and now?')
      const turn = messagesOf(back)[1] as { content: readonly Json[] }
      expect(turn.content.map(({ id }) => id)).toEqual(['a', 'b'])
    },
  )

  test('the reasoning of a tool turn goes to DeepSeek, and is empty there where it was lost', () => {
    const document = { ...source, thinking: { type: 'enabled', budget_tokens: 2000 }, max_tokens: 4000 }
    const made = messagesOf(to(document, { to: 'openai-chat', api: 'deepseek', model: 'deepseek-reasoner' }))
    expect(made[1]).toMatchObject({ role: 'assistant', reasoning_content: '' })
    const thought = { type: 'thinking', thinking: 'first a look', signature: 'c2ln' }
    const [user, assistant, ...rest] = document.messages
    const content = [thought, ...((assistant?.content ?? []) as Json[])]
    const thinking = { ...document, messages: [user, { role: 'assistant', content }, ...rest] }
    const kept = messagesOf(to(thinking, { to: 'openai-chat', api: 'deepseek', model: 'deepseek-reasoner' }))
    expect(kept[1]).toMatchObject({ reasoning_content: 'first a look' })
  })
})

describe('G1 and G5: Gemini', () => {
  const pair = [
    { type: 'tool_use', id: 'toolu_paired', name: 'run', input: {} },
    { type: 'tool_use', id: 'toolu_orphan', name: 'run', input: {} },
  ]
  const answered = [{ type: 'tool_result', tool_use_id: 'toolu_paired', content: 'ok' }]
  const messages = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: pair },
    { role: 'user', content: answered },
  ]

  test('the orphan call is gone, the paired call and its response stand in order', () => {
    const text = JSON.stringify(
      to(messages, { from: 'anthropic-messages', to: 'gemini-contents', policy: 'drop' }),
    )
    expect(text).not.toContain('toolu_orphan')
    expect(text.match(/"functionCall"/g)).toHaveLength(1)
    expect(text.match(/"functionResponse"/g)).toHaveLength(1)
    expect(text.indexOf('functionCall')).toBeLessThan(text.indexOf('functionResponse'))
  })

  test('parallel calls are one model turn, answered by one turn of as many responses in the same order', () => {
    const made = to(messages, { from: 'anthropic-messages', to: 'gemini-contents' }) as unknown as readonly {
      parts: readonly Json[]
    }[]
    expect(made[1]?.parts.every((part) => 'functionCall' in part)).toBe(true)
    expect(made[2]?.parts.every((part) => 'functionResponse' in part)).toBe(true)
    expect([made[1]?.parts.length, made[2]?.parts.length]).toEqual([2, 2])
  })
})

describe('G2 and G8: signatures', () => {
  const answer = {
    responseId: 'r',
    modelVersion: 'gemini-3-pro',
    candidates: [
      {
        content: {
          role: 'model',
          parts: [{ functionCall: { id: 'c1', name: 'run', args: {} }, thoughtSignature: 'Eq+/4g==' }],
        },
        finishReason: 'STOP',
      },
    ],
  }

  test.each(['anthropic-messages', 'openai-chat', 'openai-responses'])(
    'travels in the id given to a client of %s',
    (format) => {
      const { document, report } = convert(answer, { to: format })
      expect(JSON.stringify(document)).toContain(signedId('c1', 'Eq+/4g=='))
      expect(report.lost).toEqual([])
    },
  )

  const history = (id: string, resultId: string): Json =>
    chat([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null, tool_calls: [call(id, '{}')] },
      { role: 'tool', tool_call_id: resultId, content: 'ok' },
    ])
  const signed = signedId('c1', 'Eq+/4g==')

  test.each([
    ['both', signed, signed],
    ['the call', signed, 'c1'],
  ])('comes back to Gemini when %s has it', (_, id, resultId) => {
    const text = JSON.stringify(to(history(id, resultId), { to: 'gemini-contents', model: 'gemini-3-pro' }))
    expect(text).toContain('"thoughtSignature":"Eq+/4g=="')
    expect(text).not.toContain('__thought__')
  })

  test('is nothing that keeps a call and its result apart', () => {
    const { document, report } = convert(history('c1', signed), {
      to: 'gemini-contents',
      model: 'gemini-2.5-pro',
    })
    expect(JSON.stringify(document)).not.toContain('__thought__')
    expect(JSON.stringify(document).match(/"id":"c1"/g)).toHaveLength(2)
    expect(report.left).toEqual([])
  })

  test('never reaches another API', () => {
    const { document, report } = convert(history(signed, signed), { to: 'anthropic-messages' })
    expect(JSON.stringify(document)).not.toContain('__thought__')
    expect(report.lost.map(({ what }) => what)).toContain('signature of a call')
  })

  test('thinking that Anthropic signed is lost elsewhere, and stays to the byte on Anthropic', () => {
    const content = [
      { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'c2VhbGVk' },
      { type: 'text', text: 'hi' },
    ]
    const source = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content },
      { role: 'user', content: 'on' },
    ]
    const { document, report } = convert(source, { to: 'gemini-contents' })
    expect(JSON.stringify(document)).not.toMatch(/c2ln|c2VhbGVk/)
    expect(report.lost.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['signature of reasoning', 'encrypted reasoning']),
    )
    expect(convert(source, { from: 'anthropic-messages', to: 'anthropic-messages' }).document).toBe(source)
    expect(JSON.stringify(to(source, { to: 'bedrock-converse' }))).toContain('c2ln')
  })
})

describe('G6: the same call made twice', () => {
  test('each keeps its own result', () => {
    const round = (text: string): readonly unknown[] => [
      { role: 'assistant', content: null, tool_calls: [call('same', '{}')] },
      { role: 'tool', tool_call_id: 'same', content: text },
    ]
    const document = chat([{ role: 'user', content: 'go' }, ...round('OLD'), ...round('NEW')])
    const text = JSON.stringify(to(document, { to: 'gemini-contents' }))
    expect(text.indexOf('OLD')).toBeGreaterThan(0)
    expect(text.indexOf('NEW')).toBeGreaterThan(text.indexOf('OLD'))
  })
})

test('ids that the target forbids are restored on the way back', () => {
  const messages = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls: [call('run:1', '{}'), call('run.1', '{}')] },
    { role: 'tool', tool_call_id: 'run:1', content: 'ok' },
    { role: 'tool', tool_call_id: 'run.1', content: 'ok too' },
  ]
  const { document, report } = convert(chat(messages), { to: 'anthropic-messages' })
  expect(JSON.stringify(document)).not.toMatch(/run[:.]1/)
  expect(Object.values(report.ids)).toEqual(['run:1', 'run.1'])
  const back = to(document, { from: 'anthropic-messages', to: 'openai-chat', ids: report.ids })
  expect(messagesOf(back).slice(2)).toEqual(messages.slice(2))
})

describe('settings', () => {
  const tools = [{ name: 'files.read', description: 'reads', input_schema: { type: 'object' } }]
  const source = {
    model: 'claude-sonnet-4-5',
    max_tokens: 100,
    system: 'Be brief.',
    temperature: 0.5,
    top_k: 5,
    stop_sequences: ['END'],
    metadata: { user_id: 'u1' },
    tools,
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'go', cache_control: { type: 'ephemeral' } }] },
    ],
  }

  test('those that the target has are carried; the others are lost by name; forbidden names are mapped', () => {
    const { document, report } = convert(source, { to: 'openai-chat', model: 'gpt-5' })
    const [written] = Object.values(report.names)
    expect(document).toEqual({
      model: 'gpt-5',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'go' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: written, description: 'reads', parameters: { type: 'object' } },
        },
      ],
      tool_choice: 'required',
      max_completion_tokens: 100,
      temperature: 0.5,
      stop: ['END'],
      parallel_tool_calls: false,
      user: 'u1',
    })
    expect(Object.keys(report.names)).toEqual(['files.read'])
    expect(report.lost.map(({ at, what }) => [at.join('.'), what])).toEqual([
      ['messages.0.content.0', 'cache mark'],
      ['top_k', 'setting top_k'],
    ])
    const answer = {
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'gpt-5',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [{ ...call('c', '{}'), function: { name: written, arguments: '{}' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
    }
    const back = to(answer, { to: 'anthropic-messages', names: report.names })
    expect(back).toMatchObject({ stop_reason: 'tool_use', content: [{ name: 'files.read', id: 'c' }] })
  })

  test('a required output limit that is absent becomes 32000, and a missing schema an empty one', () => {
    const made = to(
      chat([{ role: 'user', content: 'go' }], { tools: [{ type: 'function', function: { name: 'run' } }] }),
      {
        to: 'anthropic-messages',
      },
    )
    expect(made).toMatchObject({
      max_tokens: 32000,
      tools: [{ name: 'run', input_schema: { type: 'object' } }],
    })
  })

  test.each([
    ['auto', { type: 'auto' }],
    ['none', { type: 'none' }],
    ['required', { type: 'any' }],
    [
      { type: 'function', function: { name: 'run' } },
      { type: 'tool', name: 'run' },
    ],
  ])('the choice %j', (given, written) => {
    const document = chat([{ role: 'user', content: 'go' }], {
      tools: [{ type: 'function', function: { name: 'run', parameters: { type: 'object' } } }],
      tool_choice: given,
    })
    expect(to(document, { to: 'anthropic-messages' }).tool_choice).toEqual(written)
  })
})

describe('errors', () => {
  const error = {
    type: 'error',
    error: { type: 'rate_limit_error', message: 'Slow down.' },
    request_id: 'req_1',
  }

  test.each(['openai-chat', 'openai-responses', 'gemini-contents', 'bedrock-converse'])('to %s', (format) => {
    const { document, as } = convert(error, { to: format })
    expect(as).toBe('error')
    expect(JSON.stringify(document)).toContain('Slow down.')
  })
})

test.each(['openai-chat', 'openai-responses'])(
  'arguments that Mistral takes as an object come out as text: to %s',
  (to) => {
    const messages = [
      { role: 'user', content: 'Go.' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'abcdefghi', type: 'function', function: { name: 'read', arguments: { a: 1 } } }],
      },
      { role: 'tool', tool_call_id: 'abcdefghi', name: 'read', content: 'done' },
    ]
    const { document, report } = convert(
      { model: 'mistral-large-latest', messages },
      { fromApi: 'mistral', to },
    )
    expect(JSON.stringify(document)).toContain(JSON.stringify('{"a":1}'))
    expect(report.left).toEqual([])
  },
)

describe('a result that is a JSON value', () => {
  const gemini = (response: unknown): object => ({
    contents: [
      { role: 'user', parts: [{ text: 'Go.' }] },
      { role: 'model', parts: [{ functionCall: { name: 'run', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'run', response } }] },
    ],
  })
  const chat = (content: string): object => ({
    messages: [
      { role: 'user', content: 'Go.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'run', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content },
    ],
  })

  test.each<[string, unknown, readonly string[]]>([
    ['an object', { count: 1, list: ['x'] }, []],
    ['a list', { output: [1, 2] }, []],
    ['words', { output: 'sunny' }, []],
    ['a failure', { error: { code: 7 } }, []],
    ['a number', { output: 7 }, ['structure of a result']],
  ])('%s comes back from chat, or is listed', (_, response, lost) => {
    const there = convert(gemini(response), { from: 'gemini-contents', to: 'openai-chat' })
    expect(there.report.lost.map(({ what }) => what)).toEqual(lost)
    const back = convert(there.document, { from: 'openai-chat', to: 'gemini-contents' })
    if (lost.length === 0) expect(back.document).toMatchObject(gemini(response))
  })

  test.each([
    '{"count":1}',
    '[1,"a"]',
    '{ "count": 1 }',
    '{"a":1.0}',
    '{"output":"x"}',
    '{"error":"x"}',
    '{}',
    '[]',
    '7',
    '{"cut',
    '{"a":1,"a":2}',
  ])('the text %s keeps each of its bytes', (text) => {
    for (const to of ['gemini-contents', 'bedrock-converse', 'ai-sdk']) {
      const there = convert(chat(text), { from: 'openai-chat', to })
      const back = convert(there.document, { from: to, to: 'openai-chat' })
      expect([
        to,
        (back.document as { messages: readonly { content: unknown }[] }).messages[2]?.content,
      ]).toEqual([to, text])
    }
  })
})
