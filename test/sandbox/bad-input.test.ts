import { once } from 'node:events'
import { connect as connectSecond } from 'node:http2'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../app/src/sandbox/index.ts'
import { ask } from './ask.ts'

let sandbox: Sandbox

beforeEach(async () => {
  sandbox = await startSandbox()
})

// Whatever came before, the next request is answered.
afterEach(async () => {
  const { status } = await ask(`${sandbox.url}/v1/messages`, { messages: [{ role: 'user', content: 'x' }] })
  expect(status).toBe(200)
  await sandbox.close()
})

const paths: readonly (readonly [path: string, shape: RegExp])[] = [
  ['/v1/messages', /^\{"type":"error","error":\{"type":"[a-z_]+","message":"[^"]/],
  ['/v1/messages/count_tokens', /^\{"type":"error","error":\{"type":"[a-z_]+","message":"[^"]/],
  ['/v1/chat/completions', /^\{"error":\{"message":"[^"].*"type":"invalid_request_error","param":null,/],
  ['/mistral/v1/chat/completions', /^\{"(?:detail|object)":/],
  ['/v1/responses', /^\{"error":\{"message":"[^"].*"type":"invalid_request_error","param":null,/],
  ['/v1beta/models/a:generateContent', /^\{"error":\{"code":4\d\d,"message":"[^"].*"status":"[A-Z_]+"\}\}$/],
  ['/v1beta/models/a:streamGenerateContent', /^\{"error":\{"code":4\d\d,"message":"[^"]/],
  ['/model/a/converse', /^\{"message":"[^"]/],
  ['/model/a/converse-stream', /^\{"message":"[^"]/],
  ['/api/chat', /^\{"error":"[^"]/],
]

describe.each(paths)('%s', (path, shape) => {
  test.each([
    ['nothing', ''],
    ['broken JSON', '{"messages":[{'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    ['a list', '[]'],
    ['a text', '"hello"'],
    ['null', 'null'],
    ['no conversation', '{}'],
    ['a conversation that is none', '{"messages":7,"input":7,"contents":7}'],
  ])('%s is refused as the API does', async (_, body) => {
    const { status, text, headers } = await ask(sandbox.url + path, body)
    expect([400, 422]).toContain(status)
    expect(text).toMatch(shape)
    expect(headers.get('content-type')).toBe('application/json')
  })

  test('a scenario that makes no sense is refused, and the sentence says why', async () => {
    const list = [{ role: 'user', content: 'x', parts: [{ text: 'x' }] }]
    const words = [{ role: 'user', content: [{ text: 'x' }] }]
    const body = path.startsWith('/model')
      ? { messages: words }
      : path.endsWith('responses')
        ? { input: 'x' }
        : { messages: list, contents: list }
    const headers = { 'x-mortise-scenario': 'nonsense' }
    const { status, text } = await ask(sandbox.url + path, body, { headers })
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining('There is no scenario') })
  })

  test.each(['GET', 'PUT', 'DELETE'])('%s is refused', async (method) => {
    const { status } = await ask(sandbox.url + path, '{}', { method })
    expect(status).toBe(/model/.test(path) ? 404 : 405)
  })
})

test.each([
  ['/', {}, /Unknown request URL: POST \//],
  ['/v1/message', { 'anthropic-version': '2023-06-01' }, /"type":"not_found_error"/],
  ['/v1beta/models', { 'x-goog-api-key': 'x' }, /"status":"NOT_FOUND"/],
  ['/models', { 'x-amz-date': '20260101T000000Z' }, /^\{"message":"Unable/],
  ['/nobody/v1/messages', {}, /unknown_url/],
  ['/mistral/v1/messages', {}, /unknown_url/],
  ['/%', {}, /unknown_url/],
  ['//', {}, /unknown_url/],
  ['/v1beta/models/%zz:nothing', {}, /unknown_url/],
])('a path that leads nowhere: %s', async (path, headers, shape) => {
  const { status, text } = await ask(sandbox.url + path, '{}', { headers })
  expect(status).toBe(404)
  expect(text).toMatch(shape)
})

test('20 MB are read', async () => {
  const messages = [{ role: 'user', content: 'x'.repeat(20 << 20) }]
  expect((await ask(`${sandbox.url}/v1/messages`, { messages })).status).toBe(200)
  expect(sandbox.requests[0]?.body).toHaveLength(JSON.stringify({ messages }).length)
})

test('more than an API takes is refused', async () => {
  const messages = [{ role: 'user', content: 'x'.repeat(33 << 20) }]
  const { status, text } = await ask(`${sandbox.url}/v1/messages`, { messages })
  expect({ status, text }).toEqual({ status: 413, text: expect.stringContaining('request_too_large') })
})

test.each([
  ['in what nobody reads', '"other":NEST', 500],
  ['in a message', '"messages":[{"role":"user","content":NEST}]', 400],
  ['without an end', '"messages":[[[[', 400],
])('JSON that nests too deeply %s is answered', async (_, members, status) => {
  const nest = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const body = `{"messages":[{"role":"user","content":"x"}],${members.replace('NEST', nest)}}`
  expect((await ask(`${sandbox.url}/v1/messages`, body)).status).toBe(status)
})

test('a client that goes while it sends is forgotten', async () => {
  const socket = connect(sandbox.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('POST /v1/messages HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"mess')
  socket.destroy()
  await once(socket, 'close')
  expect(sandbox.requests).toEqual([])
})

test('a client that goes while it is answered is let go', async () => {
  const controller = new AbortController()
  const response = await fetch(`${sandbox.url}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify({ messages: [{ role: 'user', content: 'x' }], stream: true }),
    headers: { 'x-mortise-scenario': '{"pause":600000}' },
    signal: controller.signal,
  })
  const reader = response.body!.getReader()
  await reader.read()
  controller.abort()
  await expect(reader.read()).rejects.toThrow('aborted')
})

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', /^HTTP\/1\.1 400/],
  ['what begins like HTTP/2', 'PRINT / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400/],
  ['a header without an end', `GET / HTTP/1.1\r\na: ${'x'.repeat(1 << 17)}`, /^HTTP\/1\.1 431/],
])('%s', async (_, bytes, shape) => {
  const socket = connect(sandbox.port, '127.0.0.1')
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(piece))
  // What is sent after the answer may meet a closed door.
  socket.on('error', () => {})
  socket.write(bytes.slice(0, 3))
  socket.write(bytes.slice(3))
  await once(socket, 'close')
  expect(Buffer.concat(pieces).toString()).toMatch(shape)
})

test('HTTP/2 that breaks its rules ends that connection', async () => {
  const socket = connect(sandbox.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  socket.write(Buffer.alloc(4096, 0xff))
  await once(socket, 'close')
})

test('it closes while streams are told and clients wait', async () => {
  const other = await startSandbox()
  const body = { messages: [{ role: 'user', content: 'x' }], stream: true }
  const headers = { 'x-mortise-scenario': '{"pause":600000}' }
  const first = ask(`${other.url}/v1/messages`, body, { headers })
  const session = connectSecond(other.url)
  session.on('error', () => {})
  await Promise.all([once(session, 'connect'), answered(other)])
  await other.close()
  await expect(first).rejects.toThrow()
  await expect(fetch(other.url)).rejects.toThrow('fetch failed')
  session.destroy()
})

/** Waits until a request has come in. */
async function answered({ requests }: Sandbox): Promise<void> {
  while (requests.length === 0) await new Promise(setImmediate)
}
