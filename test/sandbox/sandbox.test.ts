import { afterAll, describe, expect, test, vi } from 'vitest'
import { type Scenarios, servedApis, startSandbox } from '../../app/src/sandbox/index.ts'
import { ask, askSecond } from './ask.ts'

const sandbox = await startSandbox({
  scenarios: {
    default: { say: [{ text: 'Nothing was asked for.' }] },
    thrice: [{ say: [{ text: 'One.' }] }, { say: [{ text: 'Two.' }] }, { say: [{ text: 'Three.' }] }],
    twice: [{ say: [{ text: 'One.' }] }, { say: [{ text: 'Two.' }] }],
    call: { say: [{ text: 'Mine.' }] },
  },
})
afterAll(() => sandbox.close())

const user = { role: 'user', content: 'x' }
const model = { role: 'assistant', content: 'y' }

async function said(
  scenario: string | undefined,
  messages: unknown = [user],
  more: object = {},
): Promise<unknown> {
  const headers: Record<string, string> = scenario === undefined ? {} : { 'x-mortise-scenario': scenario }
  const { status, text } = await ask(`${sandbox.url}/v1/messages`, { messages, ...more }, { headers })
  const answer = JSON.parse(text)
  return status === 200 ? answer.content : answer.error.message
}

describe('what it is told', () => {
  test('it listens to this machine alone', () => {
    expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}`)
  })

  test('an API that nobody knows, or that is a library, is refused', async () => {
    for (const api of ['acme', 'ai-sdk']) {
      const refusal = { code: 'unknown-api', hint: `Known names: ${servedApis().join(', ')}` }
      await expect(startSandbox({ api })).rejects.toMatchObject(refusal)
    }
  })

  test('a scenario that makes no sense is refused at once', async () => {
    // Whoever writes JavaScript may write anything.
    const scenarios = { default: { say: 'Hello' } } as unknown as Scenarios
    await expect(startSandbox({ scenarios })).rejects.toMatchObject({
      code: 'bad-scenario',
      message: 'default.say is a list.',
    })
  })

  test('a port that is taken is refused', async () => {
    await expect(startSandbox({ port: sandbox.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  test('one API alone: its paths and no others, its rules whatever the model', async () => {
    const one = await startSandbox({ api: 'mistral' })
    const body = { model: 'gpt-5', messages: [user, { role: 'tool', tool_call_id: 'a', content: 'b' }] }
    const told = await ask(`${one.url}/v1/chat/completions`, body)
    const other = await ask(`${one.url}/v1/messages`, body)
    const named = await ask(`${one.url}/kimi/v1/chat/completions`, body)
    await one.close()
    expect([told.text, other.status, named.text]).toEqual([
      expect.stringContaining('Not the same number'),
      404,
      expect.stringContaining('tool_call_id  is not found'),
    ])
  })
})

describe('whose rules', () => {
  const stray = [user, { role: 'tool', tool_call_id: 'a', content: 'b' }]

  test.each([
    ['/v1/chat/completions', 'gpt-5', 'openai'],
    ['/chat/completions', 'gpt-5', 'openai'],
    ['/v1/chat/completions', 'mistral-large-latest', 'mistral'],
    ['/v1/chat/completions', 'deepseek-chat', 'deepseek'],
    ['/v1/chat/completions', 'kimi-k2', 'kimi'],
    ['/v1/chat/completions', 'somebody', 'openai'],
    ['/groq/v1/chat/completions', 'gpt-5', 'groq'],
    ['/openai/v1/chat/completions', 'kimi-k2', 'openai'],
    ['/openai/deployments/mine/chat/completions?api-version=1', 'gpt-5', 'azure-openai'],
    ['/compatible-mode/v1/chat/completions', 'any', 'qwen'],
    ['/api/paas/v4/chat/completions', 'any', 'glm'],
    ['/api/v1/chat/completions', 'any', 'openrouter'],
    ['/v1/messages', 'claude-sonnet-4-5', 'anthropic'],
    ['/messages', 'glm-4.6', 'anthropic-strict'],
    ['/anthropic-strict/v1/messages', 'claude-sonnet-4-5', 'anthropic-strict'],
    ['/v1/responses', 'gpt-5', 'openai-responses'],
    ['/v1/responses', 'deepseek-chat', 'deepseek-responses'],
    ['/v1beta/models/gemini-2.5-pro:generateContent', 'any', 'gemini'],
    ['/v1/projects/p/locations/l/publishers/google/models/gemini-2.5-pro:generateContent', 'any', 'gemini'],
    ['/everywhere/v1beta/models/gemini-2.5-pro:generateContent', 'any', 'everywhere'],
    ['/model/arn%3Aaws%3Abedrock%2Fx/converse', 'any', 'bedrock'],
    ['/api/chat', 'llama3', 'ollama'],
  ])('%s for %s is %s', async (path, name, api) => {
    await ask(sandbox.url + path, { model: name, messages: stray, input: stray, contents: stray })
    expect(sandbox.requests.at(-1)).toMatchObject({ method: 'POST', path, api })
  })

  test('the model in the path decides what it demands', async () => {
    const contents = [
      { role: 'user', parts: [{ text: 'x' }] },
      { role: 'model', parts: [{ functionCall: { name: 'a', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'a', response: {} } }] },
    ]
    const statuses = ['gemini-2.5-pro', 'gemini-3-pro'].map(async (name) => {
      const { status } = await ask(`${sandbox.url}/v1beta/models/${name}:generateContent`, { contents })
      return status
    })
    expect(await Promise.all(statuses)).toEqual([200, 400])
  })
})

describe('what it saw', () => {
  test('the very bytes, and what became of them', async () => {
    const text = ' {"messages" : [{"role":"user","content":[]}],\n"x":"\\u00e9"} '
    await ask(`${sandbox.url}/v1/messages?beta=true`, text, { headers: { 'x-api-key': 'any' } })
    const seen = sandbox.requests.at(-1)!
    expect(seen.body.toString()).toBe(text)
    expect(seen.headers['x-api-key']).toBe('any')
    expect(seen).toMatchObject({
      path: '/v1/messages?beta=true',
      api: 'anthropic',
      status: 400,
      rule: 'empty-turn',
    })
  })

  test('as it happens, and kept only if wanted', async () => {
    const seen: number[] = []
    const onRequest = ({ status }: { readonly status: number }): void => void seen.push(status)
    const other = await startSandbox({ onRequest, keepsRequests: false })
    await ask(`${other.url}/v1/messages`, { messages: [user] })
    await ask(`${other.url}/v1/messages`, '')
    await other.close()
    expect([seen, other.requests]).toEqual([[200, 400], []])
  })
})

describe('answers', () => {
  test('are the same for the same question, plain or not, and others for another', async () => {
    const path = `${sandbox.url}/v1/messages`
    const ids = [{}, {}, { stream: true }, { temperature: 1 }].map(async (more) => {
      const { text } = await ask(path, { messages: [user], ...more })
      return /"id":"(msg_[^"]+)"/.exec(text)?.[1]
    })
    const [one, same, streamed, other] = await Promise.all(ids)
    expect([same, streamed]).toEqual([one, one])
    expect(other).not.toBe(one)
  })

  test.each([
    ['/v1/messages/count_tokens', { messages: [user] }, /^\{"input_tokens":\d+\}$/],
    ['/v1beta/models/a:countTokens', { contents: 'x' }, /^\{"totalTokens":\d+\}$/],
  ])('%s counts', async (path, body, shape) => {
    const { status, text } = await ask(sandbox.url + path, body)
    expect({ status, text }).toEqual({ status: 200, text: expect.stringMatching(shape) })
  })

  test.each([
    ['openai', null],
    ['xai', ''],
  ])('of %s hold %j beside calls', async (api, content) => {
    const headers = { 'x-mortise-scenario': 'parallel' }
    const { text } = await ask(`${sandbox.url}/${api}/v1/chat/completions`, { messages: [user] }, { headers })
    expect(JSON.parse(text).choices[0].message).toMatchObject({ content, tool_calls: expect.any(Array) })
  })

  test('of OpenAI tell what a stream took only where that is asked for', async () => {
    const path = `${sandbox.url}/v1/chat/completions`
    const plain = { messages: [user], stream: true }
    expect((await ask(path, plain)).text).not.toContain('usage')
    expect((await ask(path, { ...plain, stream_options: { include_usage: true } })).text).toContain('"usage"')
  })

  test('of Responses repeat what was asked', async () => {
    const asked = { input: 'x', previous_response_id: 'resp_1', store: false, metadata: { a: 'b' } }
    const { text } = await ask(`${sandbox.url}/v1/responses`, asked)
    const { input, ...again } = asked
    expect(JSON.parse(text)).toMatchObject({ ...again, tool_choice: 'auto' })
  })

  test.each([
    ['/v1/messages', 'request-id', /^req_[A-Za-z0-9]{24}$/],
    ['/v1/chat/completions', 'x-request-id', /^req_[A-Za-z0-9]{24}$/],
    ['/model/a/converse', 'x-amzn-requestid', /^[A-Za-z0-9]{24}$/],
  ])('of %s name the request, refusals too', async (path, header, shape) => {
    const content = path.startsWith('/model') ? [{ text: 'x' }] : 'x'
    for (const body of [{ messages: [{ role: 'user', content }] }, '']) {
      expect((await ask(sandbox.url + path, body)).headers.get(header)).toMatch(shape)
    }
  })

  test('what is refused is not counted', async () => {
    const messages = [{ role: 'user', content: '' }]
    const { status } = await ask(`${sandbox.url}/v1/messages/count_tokens`, { messages })
    expect(status).toBe(400)
  })
})

describe('scenarios', () => {
  test.each([
    ['the default', undefined, [{ type: 'text', text: 'Nothing was asked for.' }]],
    ['one that was given by name', 'twice', [{ type: 'text', text: 'One.' }]],
    ['one of its own goes before one that is always there', 'call', [{ type: 'text', text: 'Mine.' }]],
    ['one in the request', '{"say":[{"text":"Now."}]}', [{ type: 'text', text: 'Now.' }]],
    ['steps in the request', '[{"say":[{"text":"First."}]},{}]', [{ type: 'text', text: 'First.' }]],
    [
      'a name of the language’s own',
      'constructor',
      'There is no scenario `constructor`; there are call, parallel, interleaved, thinking, old-account, slow, cut-off, out-of-room, error-midway, error, default, thrice, twice.',
    ],
    ['broken JSON', '{"say":', expect.stringMatching(/^x-mortise-scenario is not valid JSON: /)],
    ['what it does not know', '{"says":[]}', expect.stringContaining('has no member `says`')],
  ])('%s', async (_, scenario, expected) => {
    expect(await said(scenario)).toEqual(expected)
  })

  test.each([
    ['metadata', '/v1/messages', { messages: [user] }],
    ['metadata', '/v1/chat/completions', { messages: [user] }],
    ['metadata', '/v1/responses', { input: 'x' }],
    ['labels', '/v1beta/models/a:generateContent', { contents: 'x' }],
    ['requestMetadata', '/model/a/converse', { messages: [{ role: 'user', content: [{ text: 'x' }] }] }],
  ])('may be named in `%s` of %s', async (member, path, body) => {
    const { text } = await ask(sandbox.url + path, { ...body, [member]: { 'x-mortise-scenario': 'twice' } })
    expect(text).toContain('"One."')
  })

  test.each([
    ['before the model has spoken', [user], 'One.'],
    ['after it has', [user, model, user], 'Two.'],
    ['turns in a row are one', [user, model, model, user], 'Two.'],
    ['once more', [user, model, user, model, user], 'Three.'],
    ['the last step is for all that follow', [user, model, user, model, user, model, user], 'Three.'],
  ])('go on with the conversation: %s', async (_, messages, text) => {
    expect(await said('thrice', messages)).toEqual([{ type: 'text', text }])
  })

  test('calls are of the tools that are declared, in turns, with what those want', async () => {
    const input_schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
    const tools = [
      { name: 'one', input_schema },
      { name: 'two', input_schema: { type: 'object' } },
    ]
    const calls = await said('parallel', [user], { tools })
    expect(calls).toMatchObject([
      { name: 'one', input: { n: 1 } },
      { name: 'two', input: {} },
      { name: 'one', input: { n: 1 } },
    ])
    const own = '{"say":[{"call":{"name":"two","input":{"a":1},"id":"toolu_mine"}}]}'
    const type = 'tool_use'
    expect(await said(own, [user], { tools })).toEqual([
      { type, id: 'toolu_mine', name: 'two', input: { a: 1 } },
    ])
  })

  test.each(['{"delay":600000}', '{"pause":600000}'])(
    'an answer waits as it is told to: %s',
    async (scenario) => {
      const controller = new AbortController()
      const slow = fetch(`${sandbox.url}/v1/messages`, {
        method: 'POST',
        body: JSON.stringify({ messages: [user], stream: true }),
        headers: { 'x-mortise-scenario': scenario },
        signal: controller.signal,
      }).then((response) => response.text())
      const ended = vi.fn()
      slow.then(ended, ended)
      for (let others = 0; others < 9; others++) await said(undefined)
      expect(ended).not.toHaveBeenCalled()
      controller.abort()
      await expect(slow).rejects.toThrow('aborted')
    },
  )
})

describe('HTTP/2', () => {
  const body = { messages: [{ role: 'user', content: [{ text: 'x' }] }] }

  test('on the same port', async () => {
    const { status, text, headers } = await askSecond(sandbox.url, '/model/a/converse', body)
    expect({ status, answer: JSON.parse(text).stopReason }).toEqual({ status: 200, answer: 'end_turn' })
    expect(headers.get('content-type')).toBe('application/json')
  })

  test('refuses and streams', async () => {
    const refused = await askSecond(sandbox.url, '/model/a/converse', { messages: [model] })
    expect([refused.status, refused.headers.get('x-amzn-errortype')]).toEqual([400, 'ValidationException'])
    const stream = await askSecond(sandbox.url, '/model/a/converse-stream', body)
    expect(stream.headers.get('content-type')).toBe('application/vnd.amazon.eventstream')
  })

  test('breaks off one stream of several', async () => {
    const requestMetadata = { 'x-mortise-scenario': 'cut-off' }
    const cut = askSecond(sandbox.url, '/model/a/converse-stream', { ...body, requestMetadata })
    await expect(cut).rejects.toThrow('NGHTTP2_INTERNAL_ERROR')
  })
})
