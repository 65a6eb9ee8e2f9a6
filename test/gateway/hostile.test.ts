import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect as connectSecond, constants } from 'node:http2'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ask } from '../sandbox/ask.ts'
import { gatewayWith, recorder } from './house.ts'
import { talkOf, talks } from './talks.ts'

const upstream = await recorder()
const upstreams = Object.fromEntries(talks.map(({ api, base }) => [api, { url: upstream.url + base, api }]))
const origins = ['http://localhost:3000']
const gateway = await gatewayWith({ upstreams, origins, limits: { body: '1MB' } })

describe('a body that is too large', () => {
  test.each(talks)('$format: 413 in the words of the API', async ({ path, format }) => {
    const before = upstream.arrived.length
    const { status, text, headers } = await ask(gateway.url + path, Buffer.alloc(1 << 21, ' '))
    expect([status, headers.get('connection')]).toEqual([413, 'close'])
    const body = JSON.parse(text) as { type?: string; error?: { message: string }; message?: string }
    expect(body.error?.message ?? body.message).toMatch(/larger than 1 MB/)
    if (format === 'anthropic-messages') expect(body.error).toMatchObject({ type: 'request_too_large' })
    expect(upstream.arrived.length).toBe(before)
  })

  test('of small bytes that hold too much, too', async () => {
    const body = gzipSync(Buffer.alloc(1 << 23, ' '))
    const { status } = await ask(`${gateway.url}/v1/messages`, body, {
      headers: { 'content-encoding': 'gzip' },
    })
    expect(status).toBe(413)
  })

  test.each([
    ['br', brotliCompressSync(Buffer.alloc(1 << 23, ' '))],
    ['deflate', deflateSync(Buffer.alloc(1 << 23, ' '))],
    ['zstd, a block that is one byte again and again', zstdOf(0, 0x58, Buffer.from([0x02, 0, 0x40, 32]), 20)],
    ['zstd that asks for a window of a gigabyte', zstdOf(0, 0xa0, Buffer.from([0x01, 0, 0]), 1)],
    [
      'zstd whose second frame asks for a window of a gigabyte',
      Buffer.concat([
        zstdOf(0, 0, Buffer.from([0x01, 0, 0]), 1),
        zstdOf(0, 0xa0, Buffer.from([0x01, 0, 0]), 1),
      ]),
    ],
    ['zstd of empty blocks', zstdOf(0, 0x68, Buffer.from([0, 0, 0]), 20_000)],
    ['zstd that promises a terabyte', zstdOf(0xe0, 0, Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0]), 1)],
  ])('of small bytes in %s', async (name, body) => {
    const headers = { 'content-encoding': name.split(/[ ,]/)[0] ?? '' }
    const before = upstream.arrived.length
    const { status } = await ask(`${gateway.url}/v1/messages`, body, { headers })
    expect([status, upstream.arrived.length]).toEqual([413, before])
  })

  test('of one that does not say how long it is: the client can read the answer', async () => {
    const request = httpRequest(`${gateway.url}/v1/messages`, { method: 'POST' })
    request.on('error', () => undefined)
    for (let count = 0; count < 64; count++) request.write(Buffer.alloc(1 << 16, ' '))
    request.end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(413)
    response.resume()
  })
})

describe('a path that climbs', () => {
  test.each([
    '/../etc/passwd',
    '/openai/../../admin',
    '/openai/%2e%2e/admin',
    '/v1/%2E./x',
    '/v1/./x',
    '/v1\\..\\x',
    '/model/../converse',
    '/model/x/%2e%2e/y/converse',
    '//%2e%2e/x',
    '/v1/messages/..',
    '/v1/models/..%5c..',
    '/model/arn%3Aaws%2F..%2f%2e%2E%2Fx/converse',
  ])('%s: 400, and nothing is sent', async (path) => {
    const before = upstream.arrived.length
    expect(await statusOf(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}`)).toBe(
      400,
    )
    expect(upstream.arrived.length).toBe(before)
  })

  test('a model with slashes stays one segment', async () => {
    const body = talkOf('bedrock-converse').sound
    await ask(`${gateway.url}/model/${encodeURIComponent('arn:aws:x/profile/y')}/converse`, body)
    expect(upstream.arrived.at(-1)?.path).toBe('/model/arn%3Aaws%3Ax%2Fprofile%2Fy/converse')
  })
})

describe('requests that are none', () => {
  test.each([
    [
      'two lengths',
      'POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no HTTP', 'hello\r\n\r\n'],
    ['a bad header', 'GET /v1/models HTTP/1.1\r\nhost: localhost\r\nbad header: 1\r\n\r\n'],
  ])('%s: 400', async (_, words) => {
    expect(await statusOf(words)).toBe(400)
  })

  test('ids that would break a header or a log line are escaped', async () => {
    const { broken } = talkOf('anthropic-messages')
    const text = JSON.stringify(broken).replaceAll('toolu_1', 'a\\r\\nx-evil: 1\\u001b[31m\\ud800')
    const { status, headers } = await ask(`${gateway.url}/v1/messages`, text)
    expect([status, headers.get('x-evil')]).toEqual([200, null])
    expect(headers.get('x-mortise-repairs')).toMatch(/^[\x21-\x7e]+$/)
  })

  test('many faults are counted, and eight of them named', async () => {
    const content = Array.from({ length: 30 }, (_, index) => ({
      type: 'tool_result',
      tool_use_id: `t${index}`,
      content: 'x',
    }))
    const body = { ...talkOf('anthropic-messages').sound, messages: [{ role: 'user', content }] }
    const { headers } = await ask(`${gateway.url}/v1/messages`, body)
    const told = headers.get('x-mortise-repairs') ?? ''
    expect(told).toMatch(/^30;/)
    expect(told).toMatch(/,\+22$/)
    expect(told.split(',')).toHaveLength(9)
  })

  test.each([
    ['a host after two slashes', 'POST //example.com/v1/messages HTTP/1.1', '//example.com/v1/messages'],
    ['a whole URL', 'POST http://localhost:1/v1/messages HTTP/1.1', '/v1/messages'],
  ])('%s leads nowhere else', async (_, line, path) => {
    expect(await statusOf(`${line}\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}`)).toBe(200)
    expect(upstream.arrived.at(-1)).toMatchObject({ path, headers: { host: new URL(upstream.url).host } })
  })

  test('a tunnel is not opened', async () => {
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write('CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n')
    socket.resume()
    await once(socket, 'close')
  })

  test('headers that are too large: 431', async () => {
    expect(
      await statusOf(`GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-big: ${'a'.repeat(70_000)}\r\n\r\n`),
    ).toBe(431)
  })

  test('every header that a connection names stays behind', async () => {
    const words = [
      'POST /v1/messages HTTP/1.1',
      'host: localhost',
      'connection: x-one',
      'Connection: X-Two ,x-three',
      'x-one: 1',
      'x-two: 2',
      'x-three: 3',
      'x-four: 4',
      'proxy-authorization: Basic abc',
      'content-length: 2',
    ]
    expect(await statusOf(`${words.join('\r\n')}\r\n\r\n{}`)).toBe(200)
    const { headers } = upstream.arrived.at(-1) ?? expect.unreachable()
    const passed = ['x-one', 'x-two', 'x-three', 'x-four', 'proxy-authorization'].map((name) => headers[name])
    expect(passed).toEqual([undefined, undefined, undefined, '4', undefined])
  })

  test.each(['/v1/messages', '/v1/chat/completions'])('%s: brackets without end do no harm', async (path) => {
    const away = await gatewayWith({ upstreams: { up: { url: upstream.url, api: 'anthropic' } } })
    const deep = `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":${'['.repeat(200_000)}${']'.repeat(200_000)}}]}`
    expect([200, 400, 502]).toContain((await ask(away.url + path, deep)).status)
    expect((await ask(`${away.url}/v1/messages`, talkOf('anthropic-messages').sound)).status).toBe(200)
  })
})

describe('web pages', () => {
  test('an API that is open to all pages does not open the gateway to them', async () => {
    upstream.answer = (_, response) =>
      void response
        .writeHead(200, {
          'Access-Control-Allow-Origin': '*',
          'access-control-allow-headers': '*',
          'x-kept': '1',
        })
        .end('{}')
    const headers = { origin: 'http://localhost:3000' }
    const own = ['access-control-allow-origin', 'access-control-expose-headers', 'x-kept']
    for (const path of ['/v1/messages', '/v1/files']) {
      const told = await ask(gateway.url + path, talkOf('anthropic-messages').sound, { headers })
      const names = [...told.headers.keys()].filter((name) => /^access-control|x-kept/.test(name))
      expect([told.status, names, told.headers.get(own[0] ?? '')]).toEqual([200, own, headers.origin])
    }
    upstream.answer = (_, response) => void response.end('{}')
  })

  test('with keys, a page that knows one is served', async () => {
    const key = `sha256:${createHash('sha256').update('k').digest('hex')}`
    const keyed = await gatewayWith({
      upstreams: { up: { url: upstream.url, api: 'anthropic', key: 'sk-own' } },
      clients: [{ name: 'page', key }],
    })
    const headers = { origin: 'https://example.com', 'x-api-key': 'k' }
    const { status } = await ask(`${keyed.url}/v1/messages`, talkOf('anthropic-messages').sound, { headers })
    expect(status).toBe(200)
  })
})

describe('HTTP/2', () => {
  test('requests that are taken back at once, by the thousand, leave nothing behind', async () => {
    const session = connectSecond(gateway.url)
    session.on('error', () => undefined)
    await once(session, 'connect')
    for (let count = 0; count < 3000 && !session.destroyed; count++) {
      const stream = session.request({ ':method': 'POST', ':path': '/v1/messages' })
      stream.on('error', () => undefined)
      stream.close(constants.NGHTTP2_CANCEL)
      if (count % 100 === 99) await new Promise((resolve) => setImmediate(resolve))
    }
    session.destroy()
    await expect.poll(() => gateway.gateway.underWay).toBe(0)
    expect((await ask(`${gateway.url}/healthz`, '', { method: 'GET' })).status).toBe(200)
  })
})

/** Bytes of zstd by hand: the descriptor of a frame, its window or first byte of its size, and the same blocks again. */
function zstdOf(descriptor: number, second: number, block: Buffer, count: number): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, descriptor, second])
  return Buffer.concat([head, ...Array.from({ length: count }, () => block)])
}

/** The status of the answer to words that no client would send. */
async function statusOf(words: string): Promise<number> {
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write(words)
  const [head] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(head))?.[1])
}
