import { checkStream } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { builtInScenarios, startSandbox } from '../../app/src/sandbox/index.ts'
import { streamDecoder } from '../../app/src/wire/stream-decoder.ts'
import { complaints } from '../oracle/index.ts'
import { ask } from '../sandbox/ask.ts'
import { closeLater, countsOf, gatewayWith, recorder } from './house.ts'
import { type Talk, talkOf, talks } from './talks.ts'

const sandbox = await startSandbox()
closeLater(sandbox.close)
const directions = talks.flatMap((from) =>
  talks.filter((to) => to !== from).map((to) => [from.format, to.format, from, to] as const),
)

const upstreamOf = ({ api, base }: Talk, url = sandbox.url): { url: string; api: string } => ({
  url: url + base,
  api,
})
const streamPath = ({ path, format }: Talk): string => {
  if (format === 'gemini-contents') return `${path.replace(':generate', ':streamGenerate')}?alt=sse`
  return format === 'bedrock-converse' ? `${path}-stream` : path
}
/** A conversation that has only begun: the model is to speak first. */
function opening({ sound }: Talk): object {
  return Object.fromEntries(
    Object.entries(sound).map(([name, value]) =>
      /^(?:messages|input|contents)$/.test(name) && Array.isArray(value)
        ? [name, value.slice(0, 1)]
        : [name, value],
    ),
  )
}

/** What arrived at the sandbox, with the model that its path names. */
function arrived({ format }: Talk): unknown {
  const { body, path } = sandbox.requests.at(-1) ?? expect.unreachable()
  const inPath = /\/models?\/([^/:]+)/.exec(path)?.[1]
  const model =
    inPath === undefined
      ? {}
      : { [format === 'bedrock-converse' ? 'modelId' : 'model']: decodeURIComponent(inPath) }
  return { ...model, ...(JSON.parse(String(body)) as object) }
}

describe.each(directions)('%s to %s', (_, __, from, to) => {
  test('a broken request is converted, mended and accepted, and the answer is of the client’s format', async () => {
    const gateway = await gatewayWith({ upstreams: { up: upstreamOf(to) } })
    const { status, headers, text } = await ask(gateway.url + from.path, from.broken)
    expect([status, headers.get('x-mortise-repairs')]).toEqual([200, `1;call-without-result@${from.place}`])
    expect(complaints(arrived(to), { api: to.api, tail: 'closed' })).toEqual([])
    expect(text).toContain('your request is accepted')
    expect(text).not.toContain('"mortise')
    if (from.format === 'gemini-contents')
      expect(JSON.parse(text)).toMatchObject({ modelVersion: from.model })
    else if (from.format !== 'bedrock-converse') expect(JSON.parse(text)).toMatchObject({ model: from.model })
  })

  test('a sound request says nothing, and its stream keeps the laws', async () => {
    const own = await startSandbox({ scenarios: { default: builtInScenarios.interleaved ?? [] } })
    closeLater(own.close)
    const gateway = await gatewayWith({ upstreams: { up: upstreamOf(to, own.url) } })
    const inBody = from.format !== 'gemini-contents' && from.format !== 'bedrock-converse'
    const body = { ...opening(from), ...(inBody ? { stream: true } : {}) }
    const { status, headers, bytes } = await ask(gateway.url + streamPath(from), body)
    expect([status, headers.get('x-mortise-repairs')]).toEqual([200, null])
    const decoder = streamDecoder(from.format)
    const events = [...decoder.push(bytes), ...decoder.end()]
    expect(events.length).toBeGreaterThan(2)
    expect(checkStream(from.format, events)).toEqual([])
    expect(JSON.stringify(events)).toContain('"look"')
  })

  test('strict: refused by the rules of the client’s API', async () => {
    const gateway = await gatewayWith({ upstreams: { up: upstreamOf(to) }, mode: 'strict' })
    const before = sandbox.requests.length
    const { status, headers } = await ask(gateway.url + from.path, from.broken)
    expect([status, headers.get('x-mortise-rule')]).toEqual([400, 'call-without-result'])
    expect(sandbox.requests.length).toBe(before)
    expect((await ask(gateway.url + from.path, from.sound)).status).toBe(200)
  })

  test('an error of the upstream is one of the client’s API, with its status', async () => {
    const own = await startSandbox({
      scenarios: { default: { fail: { status: 429, message: 'Slow down.' } } },
    })
    closeLater(own.close)
    const gateway = await gatewayWith({ upstreams: { up: upstreamOf(to, own.url) } })
    const { status, text } = await ask(gateway.url + from.path, from.sound)
    expect([status, text]).toEqual([429, expect.stringContaining('Slow down.')])
    const body = JSON.parse(text) as {
      type?: string
      error?: { code?: unknown; message: string }
      message?: string
    }
    if (from.format === 'anthropic-messages')
      expect(body).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } })
    if (from.format === 'gemini-contents')
      expect(body.error).toMatchObject({ code: 429, status: 'RESOURCE_EXHAUSTED' })
    if (from.format === 'bedrock-converse') expect(body.message).toBe('Slow down.')
  })
})

describe('what cannot be converted', () => {
  const { path, sound } = talkOf('openai-responses')

  test('a response that another API keeps: 400 that says so; towards Responses it passes', async () => {
    const away = await gatewayWith({ upstreams: { up: upstreamOf(talkOf('anthropic-messages')) } })
    const asked = { ...sound, previous_response_id: 'resp_1' }
    const { status, text } = await ask(away.url + path, asked)
    expect([status, text]).toEqual([400, expect.stringContaining('previous_response_id')])
    const same = await gatewayWith({ upstreams: { up: upstreamOf(talkOf('openai-responses')) } })
    expect((await ask(same.url + path, asked)).status).toBe(200)
    expect(String(sandbox.requests.at(-1)?.body)).toBe(JSON.stringify(asked))
  })

  test.each([
    ['no JSON', '{"input": ['],
    ['a list', '[1]'],
    ['nothing', ''],
  ])('%s: 400 in the words of the API', async (_, body) => {
    const away = await gatewayWith({ upstreams: { up: upstreamOf(talkOf('anthropic-messages')) } })
    const { status, text } = await ask(away.url + path, body)
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { error: expect.objectContaining({ type: 'invalid_request_error' }) },
    ])
  })

  test('no conversation: 502 in the words of the API, and counted', async () => {
    const away = await gatewayWith({ upstreams: { up: upstreamOf(talkOf('anthropic-messages')) } })
    expect((await ask(away.url + path, { model: 'x' })).status).toBe(502)
    expect((await countsOf(away))['mortise_failures_total{stage="convert"}']).toBe(1)
  })

  test('an answer that is none: 502, and counted', async () => {
    const upstream = await recorder()
    upstream.answer = (_, response) => void response.end('<html>')
    const away = await gatewayWith({ upstreams: { up: { url: upstream.url, api: 'anthropic' } } })
    expect((await ask(away.url + path, sound)).status).toBe(502)
    expect((await countsOf(away))['mortise_failures_total{stage="convert"}']).toBe(1)
  })
})

describe('tokens', () => {
  const counting = [
    ['anthropic-messages', '/v1/messages/count_tokens', 'input_tokens'],
    ['openai-responses', '/v1/responses/input_tokens', 'input_tokens'],
    ['gemini-contents', '/v1beta/models/gemini-2.5-pro:countTokens', 'totalTokens'],
  ] as const
  const others = counting.flatMap(([format, path, member]) =>
    counting
      .filter(([other]) => other !== format)
      .map(([other, away]) => [format, other, path, member, away] as const),
  )

  test.each(others)('of %s are counted by %s', async (format, other, path, member, away) => {
    const { api, base } = talkOf(other)
    const gateway = await gatewayWith({ upstreams: { up: { url: sandbox.url + base, api } } })
    const { status, headers, text } = await ask(gateway.url + path, talkOf(format).broken)
    expect([status, headers.get('x-mortise-estimated')]).toEqual([200, null])
    expect((JSON.parse(text) as Record<string, number>)[member]).toBeGreaterThan(20)
    const { path: asked, body, status: told } = sandbox.requests.at(-1) ?? {}
    const model = format === 'gemini-contents' ? 'gemini-2.5-pro' : talkOf(format).model
    expect([asked, told]).toEqual([away.replace('gemini-2.5-pro', model), 200])
    // Members about the answer are refused where tokens are counted.
    expect(String(body)).not.toMatch(/"(?:max_tokens|max_output_tokens|stream|generationConfig|store)"/)
  })

  test('of a request that a client of Gemini has wrapped are counted, too', async () => {
    const gateway = await gatewayWith({ upstreams: { up: { url: sandbox.url, api: 'anthropic' } } })
    const body = { generateContentRequest: { model: 'models/x', ...talkOf('gemini-contents').sound } }
    const { headers, text } = await ask(`${gateway.url}/v1beta/models/x:countTokens`, body)
    expect([headers.get('x-mortise-estimated'), JSON.parse(text)]).toEqual([
      null,
      { totalTokens: expect.any(Number) },
    ])
  })

  test.each(counting)('of %s are estimated where no API counts, and the answer says so', async (...row) => {
    const [format, path, member] = row
    const gateway = await gatewayWith({ upstreams: { up: { url: `${sandbox.url}/v1`, api: 'openai' } } })
    const before = sandbox.requests.length
    const { headers, text } = await ask(gateway.url + path, talkOf(format).sound)
    expect(headers.get('x-mortise-estimated')).toBe('1')
    expect((JSON.parse(text) as Record<string, number>)[member]).toBeGreaterThan(20)
    expect(sandbox.requests.length).toBe(before)
  })

  test.each([
    [404, 200, '1'],
    [400, 200, '1'],
    [401, 401, null],
    [429, 429, null],
    [500, 500, null],
  ])('of an upstream that answers %d: %d', async (status, told, estimated) => {
    const upstream = await recorder()
    upstream.answer = (_, response) => void response.writeHead(status).end('{"error":{"message":"No."}}')
    const gateway = await gatewayWith({ upstreams: { up: { url: upstream.url, api: 'gemini' } } })
    const answer = await ask(`${gateway.url}/v1/messages/count_tokens`, talkOf('anthropic-messages').sound)
    expect([answer.status, answer.headers.get('x-mortise-estimated')]).toEqual([told, estimated])
  })
})

describe('on the way', () => {
  test('keys go in the header that is read there, and nothing of the other API goes along', async () => {
    const upstream = await recorder()
    const gateway = await gatewayWith({
      upstreams: {
        own: { url: upstream.url, api: 'gemini' },
        kept: { url: upstream.url, api: 'anthropic', key: 'sk-kept' },
      },
      routes: [
        { model: 'a', to: 'own' },
        { model: 'b', to: 'kept', as: { kept: 'claude-b' } },
      ],
    })
    const headers = {
      authorization: 'Bearer sk-client',
      'openai-organization': 'o',
      'x-stainless-lang': 'js',
      'user-agent': 'u',
    }
    const { path, sound } = talkOf('openai-chat')
    await ask(gateway.url + path, { ...sound, model: 'a' }, { headers })
    await ask(gateway.url + path, { ...sound, model: 'b' }, { headers })
    const [one, two] = upstream.arrived
    expect(one).toMatchObject({
      path: '/v1beta/models/a:generateContent',
      headers: { 'x-goog-api-key': 'sk-client', 'user-agent': 'u' },
    })
    expect(two).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': 'sk-kept', 'anthropic-version': '2023-06-01' },
    })
    expect(JSON.parse(String(two?.body))).toMatchObject({ model: 'claude-b' })
    for (const seen of [one, two]) {
      expect(seen?.rawHeaders.join().toLowerCase()).not.toMatch(/openai-|stainless|authorization/)
    }
    expect(two?.rawHeaders.join()).not.toContain('sk-client')
  })

  test('names of tools that the upstream forbids come back as they were', async () => {
    const own = await startSandbox({ scenarios: { default: builtInScenarios.call ?? [] } })
    closeLater(own.close)
    const gateway = await gatewayWith({ upstreams: { up: { url: own.url, api: 'anthropic' } } })
    const { path } = talkOf('gemini-contents')
    const begun = opening(talkOf('gemini-contents'))
    const tools = [
      { functionDeclarations: [{ name: 'files.read:all', parameters: { type: 'object', properties: {} } }] },
    ]
    const { text } = await ask(gateway.url + path, { ...begun, tools })
    expect(text).toContain('"files.read:all"')
    const stream = await ask(gateway.url + path.replace(':generate', ':streamGenerate'), { ...begun, tools })
    expect(stream.headers.get('content-type')).toBe('application/json')
    expect(JSON.stringify(JSON.parse(stream.text))).toContain('"files.read:all"')
  })

  test('after an upstream of its own format fails, one of another is asked', async () => {
    const gateway = await gatewayWith({
      upstreams: {
        own: { url: 'http://127.0.0.1:9', api: 'anthropic' },
        other: upstreamOf(talkOf('openai-chat')),
      },
      routes: [{ to: ['own', 'other'], as: { other: 'gpt-4o' } }],
    })
    const { path, broken } = talkOf('anthropic-messages')
    const { status, text } = await ask(gateway.url + path, broken)
    expect([status, JSON.parse(text)]).toEqual([
      200,
      expect.objectContaining({ type: 'message', model: 'claude-sonnet-4-5' }),
    ])
  })
})

describe('G1, the supplement: the document’s own route, towards Gemini', () => {
  const orphan = 'toolu_vrtx_01QuNj422YNisi98Q28Z5adY'
  const use = (id: string): object => ({ type: 'tool_use', id, name: 'look', input: {} })
  const { sound } = talkOf('anthropic-messages')

  async function contentsOf(messages: readonly object[]): Promise<string> {
    const gateway = await gatewayWith({
      upstreams: { up: upstreamOf(talkOf('gemini-contents')) },
      policy: 'drop',
    })
    expect((await ask(`${gateway.url}/antigravity/v1/messages`, { ...sound, messages })).status).toBe(200)
    return JSON.stringify((arrived(talkOf('gemini-contents')) as { contents: unknown }).contents)
  }

  test('a call without a result is gone', async () => {
    const sent = await contentsOf([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: [{ type: 'text', text: 'I will use a tool' }, use(orphan)] },
      { role: 'user', content: 'Thanks' },
    ])
    expect(sent).not.toContain('functionCall')
    expect(sent).toContain('I will use a tool')
  })

  test('of a pair and a call without a result, the pair is there, in order', async () => {
    const sent = await contentsOf([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: [use('toolu_paired'), use('toolu_orphan')] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_paired', content: 'done' }] },
    ])
    expect(sent.match(/"functionCall"/g)).toHaveLength(1)
    expect(sent.indexOf('functionResponse')).toBeGreaterThan(sent.indexOf('functionCall'))
    expect(sent).not.toContain('toolu_orphan')
  })
})
