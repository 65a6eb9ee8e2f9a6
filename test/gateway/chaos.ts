import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { RunningGateway } from '../../app/src/gateway/index.ts'
import { closeLater, countsOf, gatewayWith } from './house.ts'
import { talkOf } from './talks.ts'

/** The ways in which an upstream treats a request, one after the other. */
const manners: readonly ((response: ServerResponse) => void)[] = [
  (response) => void response.end(message),
  stream,
  stream,
  (response) => void response.socket?.resetAndDestroy(),
  half,
  (response) => void response.writeHead(429, { 'retry-after': '0' }).end('{"type":"error"}'),
  (response) => void response.writeHead(503).end(),
  cut,
]

const message = '{"type":"message"}'
const end = 'event: message_stop\ndata: {}\n\n'

/** A stream that is reset in the middle. */
function half(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"half":')
  setImmediate(() => response.socket?.resetAndDestroy())
}

/** An answer that is shorter than it says. */
function cut(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '100' }).write('{}')
  setImmediate(() => response.socket?.destroy())
}

function stream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let left = 5
  const next = (): void => {
    if (response.destroyed) return
    if (left-- === 0) response.end(end)
    else {
      response.write('event: ping\ndata: {}\n\n')
      setTimeout(next, 2)
    }
  }
  next()
}

/** What became of requests. */
interface Tally {
  answered: number
  broken: number
  left: number
  /** So many requests of clients that stay the upstream has broken off. */
  brokenOff: number
}

/**
 * Sends requests at a gateway whose upstream misbehaves, from clients that do so too.
 *
 * Asserts that every request was answered or counted, that no answer is missing but those that the upstream broke off,
 * that answers are whole, that nothing is left open, and that memory stays flat.
 */
export async function chaos(rounds: number, clients: number): Promise<Tally> {
  let turn = 0
  const tally: Tally = { answered: 0, broken: 0, left: 0, brokenOff: 0 }
  const upstream = createServer((request, response) => {
    response.on('error', () => undefined)
    request.resume().on('end', () => {
      const treat = manners[turn++ % manners.length]
      if ((treat === half || treat === cut) && request.headers['x-leaves'] === undefined) tally.brokenOff += 1
      treat?.(response)
    })
  })
  upstream.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  closeLater(() => upstream.close())
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const gateway = await gatewayWith({ upstreams: { up: { url, api: 'anthropic' } }, retries: 1 })
  const heaps: number[] = []
  for (let round = 0; round < rounds; round++) {
    const loris = [slowly(gateway), slowly(gateway)]
    await Promise.all(Array.from({ length: clients }, (_, index) => visit(gateway, index, tally)))
    for (const end of loris) end()
    await quiet(gateway)
    globalThis.gc?.()
    heaps.push(process.memoryUsage().heapUsed)
  }
  const counts = await countsOf(gateway)
  const answered = Object.entries(counts).filter(([name]) => name.startsWith('mortise_requests_total'))
  expect(answered.reduce((sum, [, count]) => sum + count, 0)).toBe(gateway.gateway.taken)
  expect(tally.answered + tally.broken + tally.left).toBe(rounds * clients)
  expect(counts.mortise_streams).toBe(0)
  expect(tally.broken).toBeGreaterThan(0)
  // A head that is lost with its connection may be asked for again, so some are answered all the same.
  expect(tally.broken).toBeLessThanOrEqual(tally.brokenOff)
  const late = heaps.slice(-3)
  if (rounds > 6) expect(Math.min(...late) / Math.min(...heaps.slice(2, 5))).toBeLessThan(1.5)
  return tally
}

const { sound, broken, path } = talkOf('anthropic-messages')

async function visit({ url }: RunningGateway, index: number, tally: Tally): Promise<void> {
  const body = JSON.stringify(index % 2 === 0 ? broken : { ...sound, stream: true })
  const aborter = new AbortController()
  const isLeaving = index % 7 === 3
  if (isLeaving) setTimeout(() => aborter.abort(), 3)
  const headers: Record<string, string> = isLeaving ? { 'x-leaves': '1' } : {}
  const answer = await fetch(url + path, { method: 'POST', body, headers, signal: aborter.signal })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch(() => undefined)
  if (answer === undefined) tally[isLeaving ? 'left' : 'broken'] += 1
  else {
    tally.answered += 1
    expect(isWhole(answer)).toBe(true)
  }
}

/** Whether an answer is one that the upstream has finished, or one of the gateway's own. */
function isWhole({ status, text }: { readonly status: number; readonly text: string }): boolean {
  if (status === 200) return text === message || text.endsWith(end)
  return status === 429 || status === 502 || status === 503
}

/** A client that never finishes its request. */
function slowly({ port }: RunningGateway): () => void {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{')
  const timer = setInterval(() => socket.write(' '), 5)
  return () => {
    clearInterval(timer)
    socket.destroy()
  }
}

/** Waits until nothing is under way. */
async function quiet({ gateway }: RunningGateway): Promise<void> {
  for (let tries = 0; gateway.underWay > 0 && tries < 1000; tries++) await wait(5)
  expect(gateway.underWay).toBe(0)
}
