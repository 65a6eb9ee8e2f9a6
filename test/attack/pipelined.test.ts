import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { checkedConfig } from '../../app/src/config/index.ts'
import { openGateway } from '../../app/src/gateway/index.ts'
import { closeLater, gatewayWith, recorder } from '../gateway/house.ts'
import { talkOf } from '../gateway/talks.ts'
import { sendBytes, statusesIn } from './raw-client.ts'

const { path, sound } = talkOf('anthropic-messages')
const body = JSON.stringify(sound)
const lines = (method: string, where: string, more = ''): string =>
  `${method} ${where} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`
const post = lines('POST', path, `content-length: ${body.length}\r\n`) + body

/** Requests after whose answer the connection ends. */
const last: readonly (readonly [name: string, bytes: string, status: number])[] = [
  ['one that says so', lines('GET', '/healthz', 'connection: close\r\n'), 200],
  ['a method that is not passed on', lines('LOCK', '/v1/files', 'connection: close\r\n'), 405],
  ['a body that has no meaning', `${lines('GET', '/v1/files', 'content-length: 1\r\n')}x`, 400],
  ['an unknown transfer coding', lines('POST', path, 'transfer-encoding: gzip, chunked\r\n'), 501],
]

/** Requests that come behind them in the same packet. */
const behind: readonly (readonly [name: string, bytes: string])[] = [
  ['a question', lines('GET', '/healthz')],
  ['a conversation', post],
  ['half a conversation', post.slice(0, -5)],
  ['a passed path', lines('GET', '/v1/files')],
  ['twenty conversations', post.repeat(20)],
]

const upstream = await recorder()
upstream.answer = (_, response) => void response.end('{}')
const upstreams = { up: { url: upstream.url, api: 'anthropic' as const } }
const gateway = await gatewayWith({ upstreams })
const door = openGateway(checkedConfig({ upstreams }), { environment: {} })
const server = createServer((request, response) => door.listener(request, response))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
closeLater(() => server.close())
const address = server.address()
const doors = {
  'the gateway': { port: gateway.port, at: gateway.gateway },
  'its listener': { port: typeof address === 'object' ? (address?.port ?? 0) : 0, at: door },
}

describe.each(Object.entries(doors))('%s', (_, { port, at }) => {
  test.each(last.flatMap((first) => behind.map((next) => [...first, ...next] as const)))(
    'nothing is begun behind an answer that ends the connection: %s',
    async (_first, first, status, _next, next) => {
      const before = [at.underWay, upstream.arrived.length]
      expect(statusesIn(await sendBytes(port, first + next))).toEqual([status])
      await expect.poll(() => [at.underWay, upstream.arrived.length]).toEqual(before)
    },
  )

  test('requests that came together are answered in their order', async () => {
    const ways = [post, lines('GET', '/healthz'), post, `${lines('GET', '/', 'content-length: 1\r\n')}x`]
    expect(statusesIn(await sendBytes(port, ways.join('')))).toEqual([200, 200, 200, 400])
    await expect.poll(() => at.underWay).toBe(0)
  })
})
