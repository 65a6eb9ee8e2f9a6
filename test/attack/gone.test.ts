import { request as requestFirst } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { amount } from '../amount.ts'
import { gatewayWith, serve } from '../gateway/house.ts'
import { talkOf } from '../gateway/talks.ts'
import { frame, requestFrames, reset, settings } from './raw-client.ts'

/** How far a request has come when its client goes. */
type Moment = 'no answer yet' | 'half of its body' | 'in the answer' | 'an answer that nobody reads'

/** An upstream that never ends an answer: it counts the requests that are open, and the bodies that came to their end. */
const upstream = { open: 0, whole: 0, moment: 'no answer yet' as Moment }
const url = await serve((request, response) => {
  upstream.open += 1
  response.once('close', () => {
    upstream.open -= 1
  })
  request.on('error', () => undefined)
  request.once('end', () => {
    upstream.whole += 1
  })
  request.resume()
  if (upstream.moment !== 'in the answer' && upstream.moment !== 'an answer that nobody reads') return
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const bytes = upstream.moment === 'in the answer' ? ': x\n\n' : `: ${'x'.repeat(1 << 20)}\n\n`
  const more = setInterval(() => response.write(bytes), 10)
  response.once('close', () => clearInterval(more))
})
const gateway = await gatewayWith({
  upstreams: { same: { url, api: 'anthropic' }, other: { url: `${url}/v1`, api: 'openai' } },
})

const sound = JSON.stringify({ ...(talkOf('anthropic-messages').sound as object), stream: true })
const places: Readonly<Record<string, { readonly method: string; readonly path: string }>> = {
  'a conversation': { method: 'POST', path: '/v1/messages' },
  'a conversation that is converted': { method: 'POST', path: '/other/v1/messages' },
  'a path that is passed': { method: 'POST', path: '/v1/files' },
  'a path without a body': { method: 'GET', path: '/v1/files' },
  'the list of models': { method: 'GET', path: '/other/v1/models' },
}

/** Sends a request as one version of HTTP does; gives ways to leave. */
interface Client {
  send(
    place: { readonly method: string; readonly path: string },
    body: readonly string[],
    reads: boolean,
  ): void
  leave(): void
  /** Ends the connection, where it has outlived the request. */
  end(): void
}

const clients: Readonly<Record<string, () => Client>> = {
  'HTTP/1.1, the connection ends': () => {
    const sent: ReturnType<typeof requestFirst>[] = []
    return {
      send({ method, path }, body, reads) {
        const chunked = { 'transfer-encoding': 'chunked' }
        const request = requestFirst(gateway.url + path, { method, headers: body.length > 0 ? chunked : {} })
        request.on('error', () => undefined)
        request.on('response', (response) => {
          response.on('error', () => undefined)
          if (reads) response.resume()
        })
        for (const piece of body) request.write(piece)
        if (body.length !== 1) request.end()
        sent.push(request)
      },
      leave() {
        for (const request of sent) request.destroy()
      },
      end: () => undefined,
    }
  },
  'HTTP/2, the stream is cancelled': () => second(8),
  'HTTP/2, the stream is closed without an error': () => second(0),
  'HTTP/2, the connection ends': () => second(undefined),
}

/** Frames by hand: a client of Node says that its body is whole before it goes. */
function second(code: number | undefined): Client {
  const socket = connect(gateway.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  socket.write(frame(settings, 0, 0, Buffer.alloc(0)))
  return {
    send({ method, path }, body, reads) {
      const head = [
        [':method', method],
        [':scheme', 'http'],
        [':path', path],
        [':authority', 'localhost'],
      ] as const
      for (const each of requestFrames(head, body, { isOpen: body.length === 1 })) socket.write(each)
      if (reads) socket.resume()
    },
    leave() {
      const word = Buffer.alloc(4)
      word.writeUInt32BE(code ?? 0)
      if (code === undefined) socket.destroy()
      else socket.write(frame(reset, 0, 1, word))
    },
    end: () => void socket.destroy(),
  }
}

const moments: readonly Moment[] = [
  'no answer yet',
  'half of its body',
  'in the answer',
  'an answer that nobody reads',
]
const several = 5

/** Several clients send a request and go; gives how many of them the upstream saw at work, and whole. */
async function leave(client: string, place: string, moment: Moment): Promise<readonly number[]> {
  Object.assign(upstream, { whole: 0, moment })
  const { method, path } = places[place] ?? { method: 'GET', path: '/' }
  const body = method === 'GET' ? [] : moment === 'half of its body' ? [sound.slice(0, 20)] : [sound, ' ']
  const opened = Array.from({ length: several }, () => clients[client]?.() as Client)
  for (const each of opened) each.send({ method, path }, body, moment !== 'an answer that nobody reads')
  // A conversation is sent on once it is whole.
  const isHeld = moment === 'half of its body' && path.endsWith('/messages')
  await expect.poll(() => (isHeld ? gateway.gateway.underWay : upstream.open)).toBe(several)
  const atWork = upstream.open
  for (const each of opened) each.leave()
  await expect.poll(() => gateway.gateway.underWay).toBe(0)
  await expect.poll(() => upstream.open).toBe(0)
  for (const each of opened) each.end()
  return [atWork, upstream.whole]
}

const rows = Object.keys(clients).flatMap((client) =>
  Object.entries(places).flatMap(([place, { method }]) =>
    moments
      .filter((moment) => method === 'POST' || moment !== 'half of its body')
      .map((moment) => [client, place, moment] as const),
  ),
)

test.each(rows)('%s: %s, %s: the request to the upstream ends', async (client, place, moment) => {
  const [atWork, whole] = await leave(client, place, moment)
  const isConversation = place.startsWith('a conversation')
  if (moment === 'half of its body') expect([atWork, whole]).toEqual([isConversation ? 0 : several, 0])
  else expect([atWork, whole]).toEqual([several, several])
})

test('after clients that went, no socket stays', { timeout: 60_000 }, async () => {
  const counts: number[] = []
  for (let round = 0; round < amount(10); round++) {
    for (const client of Object.keys(clients)) await leave(client, 'a conversation', 'in the answer')
    await expect.poll(sockets).toBeLessThan((counts[0] ?? Number.POSITIVE_INFINITY) + several)
    counts.push(sockets())
  }
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(several)
})

/** The sockets of this thread: in the process, other tests open and close theirs. */
function sockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
}
