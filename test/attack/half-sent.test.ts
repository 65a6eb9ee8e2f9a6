import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { checkedConfig } from '../../app/src/config/index.ts'
import { openGateway, type RunningGateway } from '../../app/src/gateway/index.ts'
import { gatewayWith, recorder, serve } from '../gateway/house.ts'
import { talkOf } from '../gateway/talks.ts'
import { frame, requestFrames, settings } from './raw-client.ts'

const { path, sound } = talkOf('anthropic-messages')

const send = ({ port }: RunningGateway, bytes: string | Buffer): void => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(bytes)
}
const post = (where: string, more: string): string => `POST ${where} HTTP/1.1\r\nhost: localhost\r\n${more}`
const stream = (where: string): Buffer =>
  Buffer.concat([
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    frame(settings, 0, 0, Buffer.alloc(0)),
    ...requestFrames(
      [
        [':method', 'POST'],
        [':scheme', 'http'],
        [':path', where],
        [':authority', 'localhost'],
      ],
      ['{"model":'],
      { isOpen: true },
    ),
  ])

/** Requests of which only a part comes, and no more. */
const halves: readonly (readonly [name: string, (gateway: RunningGateway) => void])[] = [
  ['a body with a length', (to) => send(to, post(path, 'content-length: 99\r\n\r\n{"model":'))],
  ['chunks', (to) => send(to, post(path, 'transfer-encoding: chunked\r\n\r\n5\r\n{"mod'))],
  ['a head alone', (to) => send(to, post(path, 'content-length: 99\r\n\r\n'))],
  [
    'a body that waits to be asked for',
    (to) => send(to, post(path, 'expect: 100-continue\r\ncontent-length: 9\r\n\r\n')),
  ],
  ['a passed path', (to) => send(to, post('/v1/files', 'content-length: 99\r\n\r\nabc'))],
  [
    'a method without a body',
    (to) => send(to, post('/v1/files', 'content-length: 9\r\n\r\n').replace('POST', 'GET')),
  ],
  ['HTTP/2', (to) => send(to, stream(path))],
  ['HTTP/2, a passed path', (to) => send(to, stream('/v1/files'))],
]

const silent = await serve((request) => void request.on('error', () => undefined).resume())

test.each(halves)(
  'a drain waits no longer than its grace for the rest of a request: %s',
  async (_, sendHalf) => {
    const gateway = await gatewayWith({ upstreams: { up: { url: silent, api: 'anthropic' } } }, { grace: 50 })
    sendHalf(gateway)
    await expect.poll(() => gateway.gateway.underWay).toBe(1)
    await gateway.drain()
    expect(gateway.gateway.underWay).toBe(0)
  },
)

test('an answer under way is finished, however long it takes', async () => {
  const upstream = await recorder()
  let end = (): void => undefined
  upstream.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    end = () => void response.end('data: 2\n\n')
  }
  const gateway = await gatewayWith(
    { upstreams: { up: { url: upstream.url, api: 'anthropic' } } },
    { grace: 20 },
  )
  const text = fetch(gateway.url + path, { method: 'POST', body: JSON.stringify(sound) }).then((answer) =>
    answer.text(),
  )
  await expect.poll(() => upstream.arrived.length).toBe(1)
  send(gateway, post(path, 'content-length: 99\r\n\r\n'))
  await expect.poll(() => gateway.gateway.underWay).toBe(2)
  const drained = gateway.drain()
  await expect.poll(() => gateway.gateway.underWay).toBe(1)
  end()
  await drained
  expect(await text).toBe('data: 1\n\ndata: 2\n\n')
})

test('a function of the web is told that its request was not answered', async () => {
  const upstream = await recorder()
  const config = checkedConfig({ upstreams: { up: { url: upstream.url, api: 'anthropic' } } })
  const gateway = openGateway(config, { grace: 20 })
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
  })
  const sent = gateway.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { host: 'localhost' },
    } as RequestInit),
  )
  const told = expect(sent).rejects.toThrow('The answer broke off.')
  await gateway.drain()
  await told
})
