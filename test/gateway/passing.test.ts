import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { complaints } from '../oracle/index.ts'
import { ask } from '../sandbox/ask.ts'
import { gatewayWith, recorder } from './house.ts'
import { talkOf, talks } from './talks.ts'

const upstream = await recorder()
const plain = await gatewayWith({
  upstreams: {
    claude: { url: upstream.url, api: 'anthropic' },
    gpt: { url: `${upstream.url}/v1`, api: 'openai' },
    kept: { url: `${upstream.url}/kept`, api: 'gemini', key: 'sk-own' },
    open: { url: `${upstream.url}/open`, api: 'mistral', key: 'sk-own', passthrough: true },
  },
})
const { broken, sound, path } = talkOf('anthropic-messages')

/** The last request that came to the upstream. */
const last = (): (typeof upstream.arrived)[number] => upstream.arrived.at(-1) ?? expect.unreachable()

const encoders = [
  ['gzip', (bytes: Buffer) => gzipSync(bytes)],
  ['deflate', (bytes: Buffer) => deflateSync(bytes)],
  ['br', (bytes: Buffer) => brotliCompressSync(bytes)],
  // One frame whose block is stored as it is: zlib has no zstd before Node 22.15.
  ['zstd', storedZstd],
] as const

describe('bytes', () => {
  test.each(encoders)('a sound body in %s passes bit for bit', async (encoding, encode) => {
    const body = encode(Buffer.from(JSON.stringify(sound)))
    await ask(plain.url + path, body, { headers: { 'content-encoding': encoding } })
    expect(last().body.equals(body)).toBe(true)
    expect(last().headers['content-encoding']).toBe(encoding)
  })

  test.each(encoders)('a broken body in %s is mended, and sent as it is', async (encoding, encode) => {
    const body = encode(Buffer.from(JSON.stringify(broken)))
    const { headers } = await ask(plain.url + path, body, { headers: { 'content-encoding': encoding } })
    expect(headers.get('x-mortise-repairs')).toBe('1;call-without-result@messages.1')
    expect(last().headers['content-encoding']).toBeUndefined()
    const sent: unknown = JSON.parse(String(last().body))
    expect(complaints(sent, { api: 'anthropic', tail: 'closed' })).toEqual([])
    expect(Number(last().headers['content-length'])).toBe(last().body.length)
  })

  test.each([
    ['an encoding that nobody knows', 'exi', Buffer.from('??')],
    ['bytes that are not in their encoding', 'gzip', Buffer.from('no gzip')],
    ['two encodings', 'gzip, br', Buffer.from('??')],
    ['no JSON', '', Buffer.from('{"messages": [')],
    ['no conversation', '', Buffer.from('[1, 2]')],
    ['nothing', '', Buffer.from('')],
    ['deep nesting', '', Buffer.from('['.repeat(200_000))],
    ['half a character', '', Buffer.from([0x7b, 0x22, 0xc3, 0x22, 0x7d])],
  ])('%s passes as it came: the API answers in its own words', async (_, encoding, body) => {
    const headers = encoding === '' ? {} : { 'content-encoding': encoding }
    const answer = await ask(plain.url + path, body, { headers: headers as Record<string, string> })
    expect([answer.status, answer.headers.get('x-mortise-repairs')]).toEqual([200, null])
    expect(last().body.equals(body)).toBe(true)
  })

  test('what no edit touches keeps its bytes', async () => {
    const text = JSON.stringify(broken, null, 3).replace('"Look."', '"L\\u006fok. 1e2"')
    await ask(plain.url + path, text)
    const sent = String(last().body)
    expect(sent).toContain('"L\\u006fok. 1e2"')
    expect(sent.startsWith(text.slice(0, text.indexOf('"And?"') - 40))).toBe(true)
  })

  test('a body in small pieces is the same body', async () => {
    const request = httpRequest(plain.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    for (const letter of JSON.stringify(broken).match(/[\s\S]{1,7}/g) ?? []) request.write(letter)
    request.end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    expect(response.headers['x-mortise-repairs']).toBe('1;call-without-result@messages.1')
  })

  test('an editor that sends items to the path of chat completions is helped too', async () => {
    const { broken: items } = talkOf('openai-responses')
    const { headers } = await ask(`${plain.url}/v1/chat/completions`, items)
    expect(headers.get('x-mortise-repairs')).toBe('1;call-without-result@input.1')
    expect(last().path).toBe('/v1/chat/completions')
  })
})

describe('headers', () => {
  test('those of a connection stay behind, all others go along as they are', async () => {
    const request = httpRequest(`${plain.url}${path}?beta=true`, {
      method: 'POST',
      headers: {
        'X-Api-Key': 'sk-client',
        'anthropic-version': '2023-06-01',
        Connection: 'keep-alive, x-hop',
        'x-hop': 'one',
        TE: 'trailers',
        'x-mortise-key': 'ours',
        Expect: '100-continue',
        'X-Twice': ['a', 'b'],
      },
    })
    request.end(JSON.stringify(sound))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    const { headers, rawHeaders, path: target } = last()
    expect(target).toBe('/v1/messages?beta=true')
    expect(headers['x-api-key']).toBe('sk-client')
    for (const name of ['x-hop', 'te', 'expect', 'x-mortise-key']) expect(headers[name]).toBeUndefined()
    expect(rawHeaders.filter((name) => name === 'X-Twice')).toHaveLength(2)
    expect(headers.host).toBe(new URL(upstream.url).host)
  })

  test('answers come back with their headers and their bytes, compressed or not', async () => {
    const body = gzipSync('{"type":"error"}')
    upstream.answer = (_, response) =>
      void response
        .writeHead(529, [
          'content-encoding',
          'gzip',
          'X-Odd',
          '1',
          'x-odd',
          '2',
          'Keep-Alive',
          'timeout=5',
          'Set-Cookie',
          'a=1',
        ])
        .end(body)
    const request = httpRequest(plain.url + path, { method: 'POST' }).end(JSON.stringify(sound))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const pieces: Buffer[] = []
    for await (const piece of response) pieces.push(piece as Buffer)
    expect(response.statusCode).toBe(529)
    expect(Buffer.concat(pieces).equals(body)).toBe(true)
    expect(response.headers['x-odd']).toBe('1, 2')
    expect(response.headers['x-mortise-request-id']).toMatch(/^[\da-f-]{36}$/)
    upstream.answer = (_, answer) => void answer.end('{}')
  })

  test('a redirect is an answer, and is not followed', async () => {
    upstream.answer = (_, response) =>
      void response.writeHead(302, { location: 'http://example.invalid/' }).end()
    const before = upstream.arrived.length
    const response = await fetch(plain.url + path, {
      method: 'POST',
      body: JSON.stringify(sound),
      redirect: 'manual',
    })
    expect([response.status, upstream.arrived.length - before]).toEqual([302, 1])
    upstream.answer = (_, answer) => void answer.end('{}')
  })
})

describe('where a request goes', () => {
  test.each([
    ['/v1/messages', '/v1/messages'],
    ['/messages/count_tokens', '/v1/messages/count_tokens'],
    ['/v1/chat/completions', '/v1/chat/completions'],
    ['/openai/deployments/d/chat/completions', '/v1/deployments/d/chat/completions'],
    ['/gpt/v1/chat/completions', '/v1/chat/completions'],
    ['/v1/messages/batches', '/v1/messages/batches'],
    ['/openai/v1/embeddings', '/v1/embeddings'],
    ['/open/v1/files', '/open/v1/files'],
    ['/api/hello', '/api/hello'],
  ])('%s → %s', async (from, to) => {
    expect((await ask(plain.url + from, sound)).status).toBe(200)
    expect(last().path).toBe(to)
  })

  test.each([['GET'], ['HEAD'], ['DELETE'], ['PUT']])(
    '%s of another path passes, with the client’s key',
    async (method) => {
      const response = await fetch(`${plain.url}/v1/files/7?a=b`, {
        method,
        headers: { authorization: 'Bearer mine' },
      })
      expect([response.status, last().method, last().path]).toEqual([200, method, '/v1/files/7?a=b'])
      expect(last().headers.authorization).toBe('Bearer mine')
    },
  )

  test('where a key is configured, other paths are not served unless the config says so', async () => {
    const before = upstream.arrived.length
    expect((await ask(`${plain.url}/v1beta/files`, '{}')).status).toBe(404)
    expect(upstream.arrived.length).toBe(before)
    expect((await ask(`${plain.url}/open/v1/files`, '{}')).status).toBe(200)
    expect(last().headers.authorization).toBe('Bearer sk-own')
  })

  test('a configured key takes the place of the client’s, in the query too', async () => {
    const headers = { 'x-goog-api-key': 'theirs', authorization: 'Bearer theirs', cookie: 'a=theirs' }
    await ask(
      `${plain.url}/v1beta/models/g:generateContent?key=theirs&alt=sse`,
      talkOf('gemini-contents').sound,
      { headers },
    )
    expect(last().path).toBe('/kept/v1beta/models/g:generateContent?alt=sse')
    expect(last().headers['x-goog-api-key']).toBe('sk-own')
    expect(last().rawHeaders.join()).not.toContain('theirs')
  })

  test('a large body of another path streams both ways', async () => {
    const piece = Buffer.alloc(1 << 16, 'x')
    upstream.answer = ({ body }, response) => void response.end(String(body.length))
    const request = httpRequest(`${plain.url}/v1/files`, {
      method: 'POST',
      headers: { 'transfer-encoding': 'chunked' },
    })
    for (let count = 0; count < 64; count++) request.write(piece)
    request.end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const [told] = await once(response, 'data')
    expect(String(told)).toBe(String(64 * piece.length))
    upstream.answer = (_, answer) => void answer.end('{}')
  })

  test('health is answered by the gateway itself', async () => {
    const before = upstream.arrived.length
    for (const place of ['/healthz', '/readyz']) expect((await fetch(plain.url + place)).status).toBe(200)
    expect(upstream.arrived.length).toBe(before)
  })

  test('a WebSocket is told to use HTTP', async () => {
    const socket = connect(plain.port, '127.0.0.1')
    socket.write(
      'GET /v1/responses HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
    )
    const [head] = await once(socket, 'data')
    expect(String(head)).toMatch(/^HTTP\/1\.1 426 /)
    socket.destroy()
  })
})

test.each(talks)(
  '$format: another name for the model goes there and comes back',
  async ({ path: target, sound: body, api, model, format }) => {
    const seen = await recorder()
    const there = 'other-model'
    const inBody = format !== 'gemini-contents' && format !== 'bedrock-converse'
    const member = format === 'gemini-contents' ? 'modelVersion' : 'model'
    seen.answer = ({ body: asked }, response) => {
      const answer = JSON.stringify({ id: '1', [member]: there, message: { model: there } })
      const isStream = String(asked).includes('"stream":true')
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
      response.end(isStream ? `event: x\ndata: ${answer}\n\ndata: [DONE]\n\n` : answer)
    }
    const gateway = await gatewayWith({
      upstreams: { up: { url: seen.url, api } },
      routes: [{ to: 'up', as: { up: there } }],
    })
    const whole = await ask(gateway.url + target, body)
    expect(JSON.parse(whole.text)).toEqual({ id: '1', [member]: model, message: { model } })
    const arrived = seen.arrived[0]
    if (inBody) expect(String(arrived?.body)).toBe(JSON.stringify({ ...body, model: there }))
    else
      expect([arrived?.path, String(arrived?.body)]).toEqual([
        target.replace(model, there),
        JSON.stringify(body),
      ])
    const stream = await ask(gateway.url + target, { ...body, stream: true })
    const answer = JSON.stringify({ id: '1', [member]: model, message: { model } })
    expect(stream.text).toBe(`event: x\ndata: ${answer}\n\ndata: [DONE]\n\n`)
  },
)

/** A body in the framing of zstd, stored in one block. */
function storedZstd(bytes: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(bytes.length)
  const block = Buffer.alloc(3)
  block.writeUIntLE((bytes.length << 3) | 1, 0, 3)
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0]), size, block, bytes])
}
