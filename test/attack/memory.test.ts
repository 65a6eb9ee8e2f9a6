import { request } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { RunningGateway } from '../../app/src/gateway/index.ts'
import { inflated } from '../../app/src/gateway/receive/inflate.ts'
import { type Arrived, countsOf, gatewayWith, recorder } from '../gateway/house.ts'
import { type Talk, talkOf, talks } from '../gateway/talks.ts'
import { ask } from '../sandbox/ask.ts'

const megabyte = 1 << 20
const { path } = talkOf('anthropic-messages')

/** A sound body of a talk, as large as it is told. */
const bodyOf = ({ sound }: Talk, size: number): string => {
  const text = JSON.stringify(sound)
  return text.slice(0, -1) + ' '.repeat(size - text.length) + text.slice(-1)
}

/** An upstream that answers nobody until it is told to. */
async function waiting(): Promise<{ url: string; arrived: readonly Arrived[]; answerAll(): void }> {
  const upstream = await recorder()
  const waiters: (() => void)[] = []
  upstream.answer = (_, response) => void waiters.push(() => response.end('{}'))
  return {
    url: upstream.url,
    arrived: upstream.arrived,
    answerAll: () => {
      for (const answer of waiters.splice(0)) answer()
    },
  }
}

async function gatewayAt(url: string, limits: { body?: string; total: string }): Promise<RunningGateway> {
  const upstreams = Object.fromEntries(talks.map(({ api, base }) => [api, { url: url + base, api }]))
  return gatewayWith({ upstreams, limits })
}

const heldBy = async (gateway: RunningGateway): Promise<number | undefined> =>
  (await countsOf(gateway)).mortise_held_bytes

test('beyond limits.total: 503 with retry-after in the format of the client, and counted; what is held goes on', async () => {
  const upstream = await waiting()
  const gateway = await gatewayAt(upstream.url, { total: '8MB' })
  const first = [1, 2].map(() => ask(gateway.url + path, bodyOf(talkOf('anthropic-messages'), 3 * megabyte)))
  await expect.poll(() => upstream.arrived.length, { timeout: 10_000 }).toBe(2)
  for (const talk of talks) {
    const { status, headers, text } = await ask(gateway.url + talk.path, bodyOf(talk, 3 * megabyte))
    expect([status, headers.get('retry-after')], talk.format).toEqual([503, '1'])
    const body = JSON.parse(text) as { error?: { message: string }; message?: string }
    expect(body.error?.message ?? body.message).toMatch(/holds as many requests as it may/)
  }
  const small = ask(gateway.url + path, JSON.stringify(talkOf('anthropic-messages').sound))
  await expect.poll(() => upstream.arrived.length, { timeout: 10_000 }).toBe(3)
  upstream.answerAll()
  expect((await Promise.all([...first, small])).map(({ status }) => status)).toEqual([200, 200, 200])
  await expect.poll(() => heldBy(gateway)).toBe(0)
  expect((await countsOf(gateway))['mortise_failures_total{stage="memory"}']).toBe(talks.length)
})

test('of 40 large bodies at once, those that fit are answered, and no more than the limit is ever held', async () => {
  const upstream = await recorder()
  const gateway = await gatewayAt(upstream.url, { total: '16MB' })
  let most = 0
  upstream.answer = async (_, response) => {
    most = Math.max(most, (await heldBy(gateway)) ?? 0)
    response.end('{}')
  }
  const body = bodyOf(talkOf('anthropic-messages'), 3 * megabyte)
  const all = await Promise.all(Array.from({ length: 40 }, () => ask(gateway.url + path, body)))
  const statuses = all.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses).toContain(200)
  expect(upstream.arrived.length).toBe(statuses.filter((status) => status === 200).length)
  expect(most).toBeLessThanOrEqual(16 * megabyte)
  await expect.poll(() => heldBy(gateway)).toBe(0)
  expect((await ask(gateway.url + path, body)).status).toBe(200)
})

test('a small body that holds much counts with what it holds', async () => {
  const upstream = await recorder()
  const gateway = await gatewayAt(upstream.url, { total: '2MB' })
  const body = gzipSync(bodyOf(talkOf('anthropic-messages'), 3 * megabyte))
  const { status } = await ask(gateway.url + path, body, { headers: { 'content-encoding': 'gzip' } })
  expect([status, upstream.arrived.length]).toEqual([503, 0])
  expect(await heldBy(gateway)).toBe(0)
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('%s is read no further than there is room', async (encoding, compress) => {
  let read = 0
  const pieces = [Buffer.from(compress(' '.repeat(32 * megabyte)))]
  const take = (bytes: number): boolean => {
    read += bytes
    return read <= megabyte
  }
  const { state } = await inflated(pieces, encoding, { limit: 64 * megabyte, take })
  expect(state).toBe('no-room')
  expect(read).toBeLessThan(2 * megabyte)
  const inTime = inflated(pieces, encoding, { limit: megabyte })
  expect((await inTime).state).toBe('too-large')
})

test('a client that goes in the middle of its body gives its memory back', async () => {
  const gateway = await gatewayAt((await recorder()).url, { total: '2MB' })
  const client = request(gateway.url + path, { method: 'POST', headers: { 'content-length': megabyte } })
  client.on('error', () => undefined)
  client.write(' '.repeat(megabyte / 2))
  await expect.poll(() => heldBy(gateway)).toBe(megabyte / 2)
  client.destroy()
  await expect.poll(() => heldBy(gateway)).toBe(0)
})
