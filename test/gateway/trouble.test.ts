import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { ask } from '../sandbox/ask.ts'
import { closeLater, countsOf, gatewayWith, recorder, serve } from './house.ts'
import { talkOf } from './talks.ts'

const { sound, broken, path } = talkOf('anthropic-messages')
const sandbox = await startSandbox()
closeLater(sandbox.close)

/** Answers with these statuses, one a request. */
function statuses(...list: readonly (number | readonly [number, Record<string, string>])[]): {
  readonly answer: (request: unknown, response: ServerResponse) => void
} {
  let at = 0
  return {
    answer(_, response) {
      const next = list[Math.min(at++, list.length - 1)] ?? 200
      const [status, headers] = typeof next === 'number' ? [next, {}] : next
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"ok":true}')
    },
  }
}

describe('retries', () => {
  test.each([
    ['none unless asked for', 0, [503, 200], 503, 1],
    ['after 429', 1, [429, 200], 200, 2],
    ['after 500', 2, [500, 503, 200], 200, 3],
    ['at most as many as asked for', 1, [500, 500, 200], 500, 2],
    ['not after 400', 3, [400, 200], 400, 1],
    ['as soon as the upstream says', 1, [[429, { 'retry-after': '0' }], 200], 200, 2],
    ['not if that is too long', 1, [[429, { 'retry-after': '3600' }], 200], 429, 1],
  ] as const)('%s', async (_, retries, list, status, count) => {
    const upstream = await recorder()
    upstream.answer = statuses(...list).answer
    const gateway = await gatewayWith({ upstreams: { up: { url: upstream.url, api: 'anthropic' } }, retries })
    expect((await ask(gateway.url + path, sound)).status).toBe(status)
    expect(upstream.arrived).toHaveLength(count)
  })
})

describe('fallbacks', () => {
  const down = 'http://127.0.0.1:9'

  test.each([
    ['a connection that is refused', undefined],
    ['a 500', 500],
    ['a 429', 429],
  ])('after %s the next upstream is asked, with its own rules and model', async (_, status) => {
    const first = await recorder()
    first.answer = statuses(status ?? 200).answer
    const second = await recorder()
    const gateway = await gatewayWith({
      upstreams: {
        one: { url: status === undefined ? down : first.url, api: 'anthropic' },
        two: { url: second.url, api: 'anthropic-strict' },
      },
      routes: [{ to: ['one', 'two'], as: { two: 'model-two' } }],
    })
    expect((await ask(gateway.url + path, broken)).status).toBe(200)
    expect(JSON.parse(String(second.arrived[0]?.body))).toMatchObject({ model: 'model-two' })
  })

  test('if the last one fails too, its answer passes', async () => {
    const upstream = await recorder()
    upstream.answer = statuses(503).answer
    const gateway = await gatewayWith({
      upstreams: { one: { url: down, api: 'anthropic' }, two: { url: upstream.url, api: 'anthropic' } },
      routes: [{ to: ['one', 'two'] }],
    })
    expect((await ask(gateway.url + path, sound)).status).toBe(503)
  })

  test('an upstream that is not there: 502 in the words of the API', async () => {
    const gateway = await gatewayWith({ upstreams: { one: { url: down, api: 'anthropic' } } })
    const { status, text } = await ask(gateway.url + path, sound)
    expect(status).toBe(502)
    expect(JSON.parse(text)).toMatchObject({
      type: 'error',
      error: { message: 'The upstream `one` cannot be reached (ECONNREFUSED).' },
    })
  })

  test('routes go by path and model, the first one first', async () => {
    const upstreams = { one: await recorder(), two: await recorder() }
    const gateway = await gatewayWith({
      upstreams: {
        one: { url: upstreams.one.url, api: 'anthropic' },
        two: { url: upstreams.two.url, api: 'anthropic' },
      },
      routes: [
        { path: '/v1/messages', model: 'claude-*-4', to: 'one' },
        { path: '/v1/chat/completions', to: 'one' },
        { model: 'other', to: 'two' },
      ],
    })
    const models = ['claude-opus-4', 'other', 'claude-opus-4.1']
    const answers = await Promise.all(models.map((model) => ask(gateway.url + path, { ...sound, model })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
    expect([upstreams.one.arrived.length, upstreams.two.arrived.length]).toEqual([1, 1])
  })
})

describe('a refusal that slipped through', () => {
  const says =
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.'

  const calls = ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'look', input: {} }))
  const resultOf = (id: string): object => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: 'a wall' }],
  })
  const id = 'call_too_long_for_some'
  const call = { id, type: 'function', function: { name: 'look', arguments: '{}' } }
  const look = { role: 'user', content: 'Look.' }

  /** Requests that one API takes, and a stricter copy of it does not. */
  const strict: readonly (readonly [api: string, base: string, path: string, body: object, rule: string])[] =
    [
      [
        'anthropic',
        '/anthropic-strict',
        '/v1/messages',
        { ...sound, messages: [look, { role: 'assistant', content: calls }, resultOf('a'), resultOf('b')] },
        'results-split@messages.3.content.0',
      ],
      [
        'openai',
        '/mistral/v1',
        '/v1/chat/completions',
        {
          model: 'gpt-5.2',
          messages: [
            look,
            { role: 'assistant', content: null, tool_calls: [call] },
            { role: 'tool', tool_call_id: id, content: 'a wall' },
          ],
        },
        'illegal-call-id@messages.1.tool_calls.0',
      ],
    ]

  function refusing(text: string): (request: { body: Buffer }, response: ServerResponse) => void {
    let isFirst = true
    return (_, response) => {
      const status = isFirst ? 400 : 200
      isFirst = false
      const body = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: text } })
      response.writeHead(status, { 'content-type': 'application/json' }).end(status === 400 ? body : '{}')
    }
  }

  test.each(strict)('%s before %s: mended by the rules that it names, and sent once more', async (...row) => {
    const [api, base, target, body, rule] = row
    const gateway = await gatewayWith({ upstreams: { up: { url: sandbox.url + base, api } } })
    const before = sandbox.requests.length
    const { status, headers } = await ask(gateway.url + target, body)
    expect(sandbox.requests.slice(before).map((seen) => seen.status)).toEqual([400, 200])
    expect([status, headers.get('x-mortise-repairs')]).toEqual([200, expect.stringContaining(rule)])
    const counts = await countsOf(gateway)
    const refusals = Object.entries(counts).filter(([name]) => name.startsWith('mortise_upstream_400_total'))
    expect(refusals).toEqual([[expect.not.stringContaining('other'), 1]])
    expect(counts['mortise_repairs_total{action="retried"}']).toBe(1)
  })

  test.each(['observe', 'strict', 'off'] as const)('%s: it passes as it is', async (mode) => {
    const [api, base, target, body] = strict[0] ?? expect.unreachable()
    const gateway = await gatewayWith({ upstreams: { up: { url: sandbox.url + base, api } }, mode })
    const before = sandbox.requests.length
    expect((await ask(gateway.url + target, body)).status).toBe(400)
    expect(sandbox.requests.length - before).toBe(1)
  })

  test('reasoning of another issuer goes when the API names it, and the request is sent once more', async () => {
    const upstream = await recorder()
    upstream.answer = refusing('reasoning `encrypted_content` was not issued to this caller')
    const gateway = await gatewayWith({ upstreams: { up: { url: upstream.url, api: 'openai-responses' } } })
    const sealed = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' }
    const said = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'hi' }],
    }
    const body = { model: 'gpt-5.6', store: false, input: [look, sealed, said, look] }
    const { status, headers } = await ask(`${gateway.url}/v1/responses`, body)
    expect([status, headers.get('x-mortise-repairs')]).toEqual([
      200,
      expect.stringContaining('reasoning-foreign'),
    ])
    const { id: _id, ...kept } = said
    const sent = upstream.arrived.map((arrived) => JSON.parse(arrived.body.toString()).input)
    expect(sent).toEqual([body.input, [look, kept, look]])
    expect((await countsOf(gateway))['mortise_repairs_total{action="retried"}']).toBe(1)
  })

  test('passes byte for byte where nothing is known to help', async () => {
    for (const words of [says, 'Something else is wrong.']) {
      const upstream = await recorder()
      upstream.answer = refusing(words)
      const gateway = await gatewayWith({ upstreams: { up: { url: upstream.url, api: 'anthropic' } } })
      const { status, text } = await ask(gateway.url + path, sound)
      expect(status).toBe(400)
      expect(text).toBe(
        JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: words } }),
      )
      expect(upstream.arrived).toHaveLength(1)
    }
  })
})

describe('time', () => {
  test('an upstream that never answers: 504', async () => {
    const url = await serve(() => undefined)
    const gateway = await gatewayWith({
      upstreams: { up: { url, api: 'anthropic' } },
      timeouts: { headers: '50ms' },
    })
    const { status, text } = await ask(gateway.url + path, sound)
    expect([status, text]).toEqual([504, expect.stringContaining('sent no answer within 0.05 s')])
  })

  test('a stream that is silent for longer than the head may take is not cut off', async () => {
    const url = await serve(async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: ping\ndata: {}\n\n')
      await wait(150)
      response.end('event: message_stop\ndata: {}\n\n')
    })
    const gateway = await gatewayWith({
      upstreams: { up: { url, api: 'anthropic' } },
      timeouts: { headers: '50ms' },
    })
    expect((await ask(gateway.url + path, { ...sound, stream: true })).text).toMatch(/message_stop/)
  })

  test('pieces of a stream come as they are sent, and are counted while they do', async () => {
    let go: (() => void) | undefined
    const url = await serve(async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
      await new Promise<void>((resolve) => (go = resolve))
      response.end('data: 2\n\n')
    })
    const gateway = await gatewayWith({ upstreams: { up: { url, api: 'anthropic' } } })
    const response = await fetch(gateway.url + path, { method: 'POST', body: JSON.stringify(sound) })
    const reader = response.body?.getReader() ?? expect.unreachable()
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('data: 1\n\n')
    expect((await countsOf(gateway)).mortise_streams).toBe(1)
    go?.()
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('data: 2\n\n')
    expect((await reader.read()).done).toBe(true)
  })
})

describe('those who go', () => {
  test('a client that goes ends the request upstream', async () => {
    const seen: { closed?: Promise<unknown> } = {}
    const url = await serve((_, response) => {
      seen.closed = once(response, 'close')
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    })
    const gateway = await gatewayWith({ upstreams: { up: { url, api: 'anthropic' } } })
    const request = httpRequest(gateway.url + path, { method: 'POST' }).end(JSON.stringify(sound))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    await once(response, 'data')
    response.once('error', () => undefined)
    request.destroy()
    await seen.closed
    expect(gateway.gateway.underWay).toBe(0)
  })

  test('a client that goes before the answer ends the request upstream, too', async () => {
    let arrive: ((response: ServerResponse) => void) | undefined
    const arrived = new Promise<ServerResponse>((resolve) => (arrive = resolve))
    const url = await serve((_, response) => arrive?.(response))
    const gateway = await gatewayWith({ upstreams: { up: { url, api: 'anthropic' } }, retries: 3 })
    const request = httpRequest(gateway.url + path, { method: 'POST' }).end(JSON.stringify(sound))
    request.once('error', () => undefined)
    const response = await arrived
    request.destroy()
    await once(response, 'close')
  })

  test('an upstream that breaks off breaks the answer off', async () => {
    for (const scenario of ['cut-off']) {
      const gateway = await gatewayWith({ upstreams: { up: { url: sandbox.url, api: 'anthropic' } } })
      const headers = { 'x-mortise-scenario': scenario, 'content-type': 'application/json' }
      const sent = fetch(gateway.url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...sound, stream: true }),
      })
      await expect(sent.then((response) => response.text())).rejects.toThrow()
    }
  })

  test('an upstream that has closed a kept connection is asked on a new one', async () => {
    const upstream = await closing((socket) => void socket.end())
    const gateway = await gatewayWith({ upstreams: { up: { url: upstream.url, api: 'anthropic' } } })
    for (let round = 0; round < 20; round++) expect((await ask(gateway.url + path, sound)).status).toBe(200)
    expect(upstream.asked).toBe(20)
  })

  test('an upstream that closes a kept connection once a request is there is not asked again: 502', async () => {
    const upstream = await closing(() => undefined)
    const gateway = await gatewayWith({ upstreams: { up: { url: upstream.url, api: 'anthropic' } } })
    const answers: number[] = []
    for (let round = 0; round < 6; round++) answers.push((await ask(gateway.url + path, sound)).status)
    expect([answers, upstream.asked]).toEqual([[200, 502, 200, 502, 200, 502], 6])
  })

  test('draining: nothing new is taken, and what is under way is finished', async () => {
    let go: (() => void) | undefined
    let begun: (() => void) | undefined
    const isUnderWay = new Promise<void>((resolve) => (begun = resolve))
    const url = await serve(async (_, response) => {
      begun?.()
      await new Promise<void>((resolve) => (go = resolve))
      response.end('{"done":true}')
    })
    const gateway = await gatewayWith({ upstreams: { up: { url, api: 'anthropic' } } })
    const answer = ask(gateway.url + path, sound)
    await isUnderWay
    const drained = gateway.drain()
    await expect(fetch(`${gateway.url}/healthz`)).rejects.toThrow()
    go?.()
    expect((await answer).text).toBe('{"done":true}')
    await drained
    expect(gateway.gateway.underWay).toBe(0)
  })
})

/** An upstream that resets a connection at its second request, and counts what it is asked; `after` its answer is written. */
async function closing(
  after: (socket: Socket) => void,
): Promise<{ readonly url: string; readonly asked: number }> {
  let asked = 0
  const server = createServer((socket) => {
    let isKept = false
    socket.on('error', () => undefined)
    socket.on('data', () => {
      asked += 1
      if (isKept) socket.resetAndDestroy()
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}', () => after(socket))
      isKept = true
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(() => server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    get asked() {
      return asked
    },
  }
}
