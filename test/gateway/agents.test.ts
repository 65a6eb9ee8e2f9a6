import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { ask } from '../sandbox/ask.ts'
import { closeLater, gatewayWith, recorder } from './house.ts'
import { talkOf } from './talks.ts'

const sandbox = await startSandbox()
closeLater(sandbox.close)
const gateway = await gatewayWith({
  upstreams: {
    anthropic: { url: sandbox.url, api: 'anthropic' },
    responses: { url: `${sandbox.url}/v1`, api: 'openai-responses' },
    gemini: { url: sandbox.url, api: 'gemini' },
  },
})

/** Requests in the shapes that coding agents send, in our own words; `lost` is the part with a result that gets lost. */
const agents: readonly (readonly [agent: string, target: string, body: (isWhole: boolean) => object])[] = [
  [
    'Claude Code',
    '/v1/messages?beta=true',
    (isWhole) => ({
      model: 'claude-sonnet-4-5-20250929',
      max_tokens: 32_000,
      stream: true,
      temperature: 1,
      thinking: { type: 'enabled', budget_tokens: 31_999 },
      metadata: { user_id: 'user_0_account_0_session_0' },
      system: [
        { type: 'text', text: 'A header of the agent: version=1; hash=00000;' },
        { type: 'text', text: 'You are an agent.', cache_control: { type: 'ephemeral' } },
      ],
      tools: [
        {
          name: 'Bash',
          description: 'Runs.',
          input_schema: { type: 'object', properties: { command: { type: 'string' } } },
        },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: '<system-reminder>x</system-reminder>' },
            { type: 'text', text: 'Go.' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'toolu_01A', name: 'Bash', input: { command: 'ls' } },
            { type: 'tool_use', id: 'toolu_01B', name: 'Bash', input: { command: 'pwd' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_01A', content: 'a\nb', is_error: false },
            ...(isWhole ? [{ type: 'tool_result', tool_use_id: 'toolu_01B', content: '/w' }] : []),
            { type: 'text', text: 'And?', cache_control: { type: 'ephemeral' } },
          ],
        },
      ],
    }),
  ],
  [
    'Codex',
    '/v1/responses',
    (isWhole) => ({
      model: 'gpt-5.1-codex',
      instructions: 'You are an agent.',
      input: [
        { type: 'message', role: 'developer', content: [{ type: 'input_text', text: '<permissions/>' }] },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go.' }] },
        { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'call_1' },
        ...(isWhole ? [{ type: 'function_call_output', call_id: 'call_1', output: 'a' }] : []),
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And?' }] },
      ],
      tools: [
        { type: 'function', name: 'shell', strict: false, parameters: { type: 'object', properties: {} } },
      ],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      reasoning: { effort: 'medium', summary: 'auto' },
      store: false,
      stream: true,
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: 'key',
    }),
  ],
  [
    'Gemini CLI',
    '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
    (isWhole) => ({
      contents: [
        { role: 'user', parts: [{ text: 'Go.' }] },
        {
          role: 'model',
          parts: [{ functionCall: { name: 'list', args: { path: '/' } }, thoughtSignature: 'c2ln' }],
        },
        ...(isWhole
          ? [{ role: 'user', parts: [{ functionResponse: { name: 'list', response: { output: 'a' } } }] }]
          : []),
        { role: 'user', parts: [{ text: 'And?' }] },
      ],
      systemInstruction: { role: 'user', parts: [{ text: 'You are an agent.' }] },
      tools: [
        {
          functionDeclarations: [{ name: 'list', parametersJsonSchema: { type: 'object', properties: {} } }],
        },
      ],
      generationConfig: { temperature: 0, topP: 1, thinkingConfig: { includeThoughts: true } },
    }),
  ],
]

describe.each(agents)('%s', (_, target, body) => {
  test('a sound request passes bit for bit, and its stream comes back', async () => {
    const bytes = JSON.stringify(body(true))
    const { status, headers, text } = await ask(gateway.url + target, bytes)
    expect([status, headers.get('x-mortise-repairs')]).toEqual([200, null])
    expect(headers.get('content-type')).toMatch(/event-stream/)
    expect(text.length).toBeGreaterThan(100)
    expect(String(sandbox.requests.at(-1)?.body)).toBe(bytes)
  })

  test('a request with a lost result is refused directly, and answered through the gateway', async () => {
    expect((await ask(sandbox.url + target, body(false))).status).toBe(400)
    const { status, headers } = await ask(gateway.url + target, body(false))
    expect([status, headers.get('x-mortise-repairs')]).toEqual([
      200,
      expect.stringMatching(/^1;call-without-result@/),
    ])
  })
})

describe('Bedrock', () => {
  const { path, broken, sound } = talkOf('bedrock-converse')
  const keys = {
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'session',
  }

  test.each([
    ['sound', sound],
    ['broken', broken],
  ])('a %s request is signed anew, over the bytes that are sent', async (_, body) => {
    const upstream = await recorder()
    const signing = await gatewayWith(
      { upstreams: { up: { url: upstream.url, api: 'bedrock', region: 'eu-west-1' } } },
      { environment: keys },
    )
    const headers = {
      authorization: 'AWS4-HMAC-SHA256 Credential=CLIENT/x',
      'x-amz-content-sha256': 'theirs',
    }
    await ask(signing.url + path, body, { headers })
    const [arrived] = upstream.arrived
    expect(arrived?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/bedrock\/aws4_request, SignedHeaders=[^ ]*host[^ ]*, Signature=[\da-f]{64}$/,
    )
    const hash = createHash('sha256')
      .update(arrived?.body ?? '')
      .digest('hex')
    expect(arrived?.headers['x-amz-content-sha256']).toBe(hash)
    expect(arrived?.headers['x-amz-security-token']).toBe('session')
    expect(arrived?.rawHeaders.join()).not.toMatch(/CLIENT|theirs/)
  })

  test('a key goes as a bearer token', async () => {
    const upstream = await recorder()
    const keyed = await gatewayWith(
      { upstreams: { up: { url: upstream.url, api: 'bedrock', key: 'bearer-key' } } },
      { environment: keys },
    )
    await ask(keyed.url + path, sound)
    expect(upstream.arrived[0]?.headers.authorization).toBe('Bearer bearer-key')
  })
})
