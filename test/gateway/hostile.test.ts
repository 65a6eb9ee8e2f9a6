import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ask } from '../sandbox/ask.ts'
import { gatewayWith, recorder } from './house.ts'
import { talkOf, talks } from './talks.ts'

const upstream = await recorder()
const upstreams = Object.fromEntries(talks.map(({ api, base }) => [api, { url: upstream.url + base, api }]))
const gateway = await gatewayWith({ upstreams, limits: { body: '1MB' } })

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
  ])('%s: 400, and nothing is sent', async (path) => {
    const before = upstream.arrived.length
    expect(await statusOf(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}`)).toBe(400)
    expect(upstream.arrived.length).toBe(before)
  })

  test('a model with slashes stays one segment', async () => {
    const body = talkOf('bedrock-converse').sound
    await ask(`${gateway.url}/model/${encodeURIComponent('arn:aws:x/../../y')}/converse`, body)
    expect(upstream.arrived.at(-1)?.path).toBe('/model/arn%3Aaws%3Ax%2F..%2F..%2Fy/converse')
  })
})

describe('requests that are none', () => {
  test.each([
    [
      'two lengths',
      'POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no HTTP', 'hello\r\n\r\n'],
    ['a bad header', 'GET /v1/models HTTP/1.1\r\nhost: x\r\nbad header: 1\r\n\r\n'],
  ])('%s: 400', async (_, words) => {
    expect(await statusOf(words)).toBe(400)
  })

  test('another host in the request line leads nowhere else', async () => {
    const words =
      'POST http://169.254.169.254/v1/messages HTTP/1.1\r\nhost: 169.254.169.254\r\ncontent-length: 2\r\n\r\n{}'
    expect(await statusOf(words)).toBe(200)
    expect(upstream.arrived.at(-1)).toMatchObject({
      path: '/v1/messages',
      headers: { host: new URL(upstream.url).host },
    })
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

  test('CORS stays closed', async () => {
    upstream.answer = (_, response) => void response.end('{}')
    const response = await fetch(`${gateway.url}/healthz`, { headers: { origin: 'https://example.com' } })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

/** The status of the answer to words that no client would send. */
async function statusOf(words: string): Promise<number> {
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write(words)
  const [head] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(head))?.[1])
}
