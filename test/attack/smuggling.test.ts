import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { gatewayWith } from '../gateway/house.ts'
import { requestFrames, sendBytes, sendFrames, statusesIn } from './raw-client.ts'
import { rawUpstream } from './raw-upstream.ts'
import { configs, methods, stageWith, tryFramings, tryFramingsOfSecond } from './smuggling.ts'

describe('every request that goes on is one that came, however its body is framed', () => {
  const strict = stageWith(configs.strict)
  const open = stageWith(configs.open)

  test.each(methods)('%s', async (method) => {
    await tryFramings(await open, method, '/v1/files')
    await tryFramingsOfSecond(await open, method, '/v1/files')
  })

  test.each(['GET', 'HEAD', 'OPTIONS'])('%s of the models, in the strictest config', async (method) => {
    await tryFramings(await strict, method, '/v1/models')
    await tryFramingsOfSecond(await strict, method, '/v1/models')
  })
})

test.each(['POST', 'PUT', 'PATCH'])('%s over HTTP/2 without a length: its body arrives', async (method) => {
  const { upstream, gateway } = await stageWith(configs.open)
  const head = [
    [':method', method],
    [':scheme', 'http'],
    [':path', '/v1/files'],
    [':authority', 'localhost'],
  ] as const
  expect(await sendFrames(gateway.port, requestFrames(head, ['ab', 'cd']))).toBe(true)
  expect(upstream.seen.map(({ body }) => body)).toEqual(['abcd'])
})

describe('a body where none belongs', () => {
  test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])('%s: 400, and the connection ends', async (method) => {
    const { upstream, gateway } = await stageWith(configs.open)
    const text = await sendBytes(
      gateway.port,
      `${method} /v1/files HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`,
    )
    expect([statusesIn(text), upstream.seen]).toEqual([[400], []])
  })

  test.each([
    ['TRACE', 405],
    ['TRACK', 400],
    ['PROPFIND', 405],
    ['QUERY', 405],
  ])('%s is not passed on, and ends its connection', async (method, status) => {
    const { upstream, gateway } = await stageWith(configs.keyless)
    const text = await sendBytes(gateway.port, `${method} /v1/files HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    expect([statusesIn(text), upstream.seen]).toEqual([[status], []])
  })
})

describe('a connection to an upstream is not kept', () => {
  const head = 'POST /v1/files HTTP/1.1\r\nhost: localhost\r\n'
  const next = 'GET /v1/files HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'

  test.each([
    ['a length', 'content-length: 9\r\n\r\nabc'],
    ['chunks', 'transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n'],
  ])('if the client goes in the middle of a body with %s', async (_, begun) => {
    const { upstream, gateway } = await stageWith(configs.keyless)
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write(head + begun)
    await expect.poll(() => upstream.connections()).toBe(1)
    socket.destroy()
    await expect.poll(() => upstream.connections()).toBe(0)
    await expect.poll(() => gateway.gateway.underWay).toBe(0)
    await sendBytes(gateway.port, next)
    expect([upstream.seen.map(({ line }) => line), upstream.broken.length]).toEqual([
      ['GET /v1/files HTTP/1.1'],
      1,
    ])
  })

  test('if it answers before the body is there; the client reads the answer, and its next request is served', async () => {
    const upstream = await rawUpstream({ isEarly: true })
    const gateway = await gatewayWith({ upstreams: { up: { url: upstream.url, api: 'anthropic' } } })
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write(`${head}content-length: 6\r\n\r\nabc`)
    await once(socket, 'data')
    await expect.poll(() => upstream.connections()).toBe(0)
    socket.write(`def${next}`)
    let text = ''
    socket.on('data', (piece) => (text += String(piece)))
    await once(socket, 'close')
    expect([statusesIn(text), upstream.odd]).toEqual([[200], []])
  })
})
