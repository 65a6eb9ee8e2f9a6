import { afterAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { ask } from './ask.ts'
import { amazonFrames, sseFrames } from './frames.ts'
import { wireOf } from './requests.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())

const request = expect.stringMatching(/^[A-Za-z0-9]{24}$/)

/** A result that answers no call, in each format. */
const strays = {
  chat: [
    { role: 'user', content: 'x' },
    { role: 'tool', tool_call_id: 'call_abc1', content: 'y' },
  ],
  anthropic: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_abc1', content: 'y' }] }],
  responses: [{ type: 'function_call_output', call_id: 'call_abc1', output: 'y' }],
  gemini: [{ role: 'user', parts: [{ functionResponse: { name: 'look', response: {} } }] }],
  bedrock: [
    { role: 'user', content: [{ toolResult: { toolUseId: 'call_abc1', content: [{ text: 'y' }] } }] },
  ],
}

const orphan =
  "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
const invalid = 'invalid_request_error'

describe('a refusal is written as its API writes it', () => {
  const openai = { error: { message: orphan, type: invalid, param: 'messages.[1].role', code: null } }
  const bodies: readonly (readonly [api: string, history: unknown, body: unknown, status?: number])[] = [
    [
      'anthropic',
      strays.anthropic,
      {
        type: 'error',
        error: {
          type: invalid,
          message:
            'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: call_abc1. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
        },
        request_id: expect.stringMatching(/^req_[A-Za-z0-9]{24}$/),
      },
    ],
    ['openai', strays.chat, openai],
    ['azure-openai', strays.chat, openai],
    [
      'deepseek',
      strays.chat,
      {
        error: {
          message: "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
          type: invalid,
          param: null,
          code: invalid,
        },
      },
    ],
    ['kimi', strays.chat, { error: { message: 'tool_call_id  is not found', type: invalid } }],
    [
      'qwen',
      strays.chat,
      {
        error: {
          code: 'invalid_parameter_error',
          param: null,
          message:
            '<400> InternalError.Algo.InvalidParameter: messages with role "tool" must be a response to a preceeding message with "tool_calls".',
          type: invalid,
        },
        id: expect.stringMatching(/^chatcmpl-/),
        request_id: request,
      },
    ],
    [
      'glm',
      [{ role: 'user', content: [{ type: 'text', text: '' }] }],
      {
        error: {
          code: '1214',
          message: 'text content is empty',
        },
      },
    ],
    [
      'minimax',
      strays.chat,
      {
        type: 'error',
        error: {
          type: 'bad_request_error',
          message: "invalid params, tool result's tool id(call_abc1) not found (2013)",
          http_code: '400',
        },
        request_id: request,
      },
    ],
    [
      'mistral',
      [...strays.chat, { role: 'user', content: 'z' }],
      {
        object: 'error',
        message: 'Not the same number of function calls and responses',
        type: invalid,
        param: null,
        code: null,
      },
    ],
    [
      'openrouter',
      strays.chat,
      {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: { raw: JSON.stringify(openai, null, 2), provider_name: 'OpenAI' },
        },
      },
    ],
    [
      'xai',
      [{ role: 'user', content: null }],
      {
        code: 'Client specified an invalid argument',
        error: 'Invalid request content: Each message must have at least one content element.',
      },
    ],
    [
      'llama-cpp',
      [{ role: 'user', content: 5 }],
      {
        error: {
          code: 500,
          message: 'This is not a string or a list.',
          type: 'server_error',
        },
      },
      500,
    ],
    [
      'ollama',
      [{ role: 'user', content: [] }],
      {
        error:
          'json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string',
      },
    ],
    [
      'openai-responses',
      strays.responses,
      {
        error: {
          message: 'No tool call found for function call output with call_id call_abc1.',
          type: invalid,
          param: 'input',
          code: null,
        },
      },
    ],
    [
      'gemini',
      strays.gemini,
      {
        error: {
          code: 400,
          message: 'Please ensure that function response turn comes immediately after a function call turn.',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
    [
      'bedrock',
      strays.bedrock,
      {
        message:
          'The number of toolResult blocks at messages.0.content exceeds the number of toolUse blocks of previous turn.',
      },
    ],
  ]

  const cases = bodies.map(([api, history, body, status = 400]) => ({ api, history, body, status }))

  test.each(cases)('$api', async ({ api, history, body, status }) => {
    const { path, body: sent } = wireOf(api, api === 'bedrock' ? withTools(history) : history)
    const told = await ask(sandbox.url + path, sent)
    expect({ status: told.status, body: JSON.parse(told.text) }).toEqual({ status, body })
    expect(told.headers.get('content-type')).toBe('application/json')
    expect(told.headers.get('x-mortise-rule')).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
  })

  const uses = ['a', 'b', 'c']
  const results = (...ids: string[]): object[] =>
    ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'y' }))
  const user = { role: 'user', content: 'x' }
  const called = {
    role: 'assistant',
    content: uses.map((id) => ({ type: 'tool_use', id, name: 'look', input: {} })),
  }
  const chatCalled = {
    role: 'assistant',
    content: null,
    tool_calls: uses.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
  }
  const named: readonly (readonly [what: string, api: string, history: unknown, says: string])[] = [
    [
      'all calls of a turn that wait',
      'anthropic',
      [user, called, { role: 'user', content: results('b') }, called, user],
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a, c. Each',
    ],
    [
      'all calls of a turn that wait',
      'openai',
      [user, chatCalled, { role: 'tool', tool_call_id: 'b', content: 'y' }, user, chatCalled, user],
      'tool_call_ids did not have response messages: a, c',
    ],
    [
      'all calls of a turn that wait',
      'bedrock',
      withTools([
        { role: 'user', content: [{ text: 'x' }] },
        {
          role: 'assistant',
          content: uses.map((toolUseId) => ({ toolUse: { toolUseId, name: 'look', input: {} } })),
        },
        { role: 'user', content: [{ text: 'x' }] },
      ]),
      'Expected toolResult blocks at messages.2.content for the following Ids: a, b, c',
    ],
    [
      'the turn of the calls, where results are split',
      'anthropic-strict',
      [user, called, ...uses.map((id) => ({ role: 'user', content: results(id) }))],
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b, c. Each',
    ],
    [
      'the turn of the calls, where results do not lead',
      'anthropic',
      [user, called, { role: 'user', content: [{ type: 'text', text: 'x' }, ...results(...uses)] }],
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a, b, c. Each',
    ],
    [
      'a result that the calls before it did not ask for',
      'openai',
      [
        user,
        chatCalled,
        ...[...uses, 'd'].map((id) => ({ role: 'tool', tool_call_id: id, content: 'y' })),
        user,
      ],
      "'tool_call_id' of 'd' not found in 'tool_calls' of previous message.",
    ],
    [
      'one call at a time, where the API does',
      'openai-responses',
      uses.map((call_id) => ({ type: 'function_call', call_id, name: 'look', arguments: '{}' })),
      'No tool output found for function call a.',
    ],
  ]

  test.each(named)('%s are named as %s does', async (_, api, history, says) => {
    const { path, body } = wireOf(api, history)
    const { status, text } = await ask(sandbox.url + path, body)
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining(says) })
  })

  test('OpenAI points at the id that nobody asked for', async () => {
    const history = [user, chatCalled, { role: 'tool', tool_call_id: 'd', content: 'y' }]
    const { text } = await ask(`${sandbox.url}/v1/chat/completions`, { messages: history })
    expect(JSON.parse(text).error.param).toBe('messages.[1].role')
    const known = uses.map((id) => ({ role: 'tool', tool_call_id: id, content: 'y' }))
    const messages = [...history.slice(0, 2), ...known, ...history.slice(2)]
    const told = await ask(`${sandbox.url}/v1/chat/completions`, { messages })
    expect(JSON.parse(told.text).error.param).toBe('messages.[5].tool_call_id')
  })

  test('vLLM, which reads the arguments of every call', async () => {
    const call = { id: 'call_abc1', type: 'function', function: { name: 'look', arguments: '{"a' } }
    const history = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_abc1', content: 'y' },
    ]
    const { text } = await ask(`${sandbox.url}/vllm/v1/chat/completions`, { messages: history })
    const error = { type: 'BadRequestError', param: null, code: 400 }
    expect(JSON.parse(text)).toEqual({ error: { message: 'Unterminated string starting at', ...error } })
  })

  test('Bedrock says in a header what kind of error it is', async () => {
    const { headers } = await ask(`${sandbox.url}/model/a/converse`, withTools(strays.bedrock))
    expect(headers.get('x-amzn-errortype')).toBe('ValidationException')
  })

  test.each([
    ['empty-call-list', { tool_calls: [] }, 'messages[1].tool_calls', 'empty_array'],
    [
      'illegal-call-id',
      { tool_calls: [{ id: 'x'.repeat(41), type: 'function', function: { name: 'a', arguments: '{}' } }] },
      'messages[1].tool_calls[0].id',
      'string_above_max_length',
    ],
    ['null-content', { content: null }, 'messages.[1].content', null],
  ] as const)('OpenAI points at what it means: %s', async (rule, turn, param, code) => {
    const history = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: 'x', ...turn },
    ]
    const answer = { role: 'tool', tool_call_id: 'x'.repeat(41), content: 'y' }
    const messages = rule === 'illegal-call-id' ? [...history, answer] : history
    const { text, headers } = await ask(`${sandbox.url}/v1/chat/completions`, { messages })
    expect(headers.get('x-mortise-rule')).toBe(rule)
    expect(JSON.parse(text).error).toMatchObject({ param, code })
  })
})

describe('errors of the server', () => {
  const user = { role: 'user', content: 'x' }
  const ended = { 'x-mortise-scenario': 'error-midway' }

  test.each([
    ['/v1/messages', 529, { type: 'overloaded_error', message: 'Overloaded' }],
    ['/v1/chat/completions', 503, { type: 'server_error', code: null }],
    ['/v1/responses', 503, { type: 'server_error', code: null }],
  ])('%s is overloaded', async (path, status, error) => {
    const body = path === '/v1/responses' ? { input: 'x' } : { messages: [user] }
    const told = await ask(sandbox.url + path, body, { headers: { 'x-mortise-scenario': 'error' } })
    expect(told.status).toBe(status)
    expect(JSON.parse(told.text).error).toMatchObject(error)
  })

  test.each([
    [429, 'rate_limit_error'],
    [500, 'api_error'],
    [418, 'invalid_request_error'],
  ])('any status that is asked for: %i', async (status, type) => {
    const scenario = { fail: { status, message: 'Because.' } }
    const headers = { 'x-mortise-scenario': JSON.stringify(scenario) }
    const told = await ask(`${sandbox.url}/v1/messages`, { messages: [user] }, { headers })
    expect(told.status).toBe(status)
    expect(JSON.parse(told.text).error).toEqual({ type, message: 'Because.' })
  })

  test('Anthropic fails in the middle by an event', async () => {
    const told = await ask(
      `${sandbox.url}/v1/messages`,
      { messages: [user], stream: true },
      { headers: ended },
    )
    const frames = sseFrames(told.bytes)
    expect(frames).toHaveLength(5)
    expect(frames.at(-1)).toMatchObject({
      name: 'error',
      data: { type: 'error', error: { type: 'overloaded_error' } },
    })
  })

  test('OpenAI fails in the middle by a chunk that is an error, and says no more', async () => {
    const body = { messages: [user], stream: true }
    const told = await ask(`${sandbox.url}/v1/chat/completions`, body, { headers: ended })
    expect(sseFrames(told.bytes).at(-1)?.data).toMatchObject({ error: { type: 'server_error' } })
  })

  test('Responses fails in the middle by an event that is an error', async () => {
    const told = await ask(`${sandbox.url}/v1/responses`, { input: 'x', stream: true }, { headers: ended })
    const { name, data } = sseFrames(told.bytes).at(-1)!
    expect({ name, data }).toMatchObject({ name: 'error', data: { type: 'error', code: 'server_error' } })
  })

  test.each([0, 2, 99])('Gemini’s list stays one where it fails after %i', async (after) => {
    const headers = { 'x-mortise-scenario': JSON.stringify({ fail: { after } }) }
    const body = { contents: [{ role: 'user', parts: [{ text: 'x' }] }] }
    const { text } = await ask(`${sandbox.url}/v1beta/models/a:streamGenerateContent`, body, { headers })
    const chunks: { error?: unknown }[] = JSON.parse(text)
    expect(chunks).toHaveLength(Math.min(after, 3) + 1)
    expect(chunks.at(-1)?.error).toMatchObject({ code: 503, status: 'UNAVAILABLE' })
  })

  test('Bedrock fails in the middle by an exception', async () => {
    const body = { messages: [{ role: 'user', content: [{ text: 'x' }] }] }
    const told = await ask(`${sandbox.url}/model/a/converse-stream`, body, { headers: ended })
    expect(amazonFrames(told.bytes).at(-1)).toMatchObject({ name: 'serviceUnavailableException' })
  })
})

/** A body of Bedrock declares the tools that it speaks of. */
function withTools(messages: unknown): object {
  const toolSpec = { name: 'look', inputSchema: { json: { type: 'object' } } }
  return { messages, toolConfig: { tools: [{ toolSpec }] } }
}
