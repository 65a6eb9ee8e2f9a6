import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { checkedConfig } from '../../app/src/config/index.ts'
import { openLog } from '../../app/src/gateway/index.ts'
import { ask, askSecond } from '../sandbox/ask.ts'
import { countsOf, gatewayWith, recorder, serve } from './house.ts'
import { talkOf } from './talks.ts'

const { path, sound, broken } = talkOf('anthropic-messages')
const upstream = await recorder()
const silent = await serve(() => undefined)

type Line = Readonly<Record<string, unknown>>

/** A gateway, and the lines of its log. */
async function logged(more: { logsAccess?: boolean } = {}) {
  const lines: Line[] = []
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) })
  const running = await gatewayWith(
    {
      upstreams: {
        up: { url: upstream.url, api: 'anthropic' },
        away: { url: 'http://127.0.0.1:1', api: 'anthropic' },
        silent: { url: silent, api: 'anthropic' },
      },
      routes: [
        { name: 'away', model: 'away', to: 'away' },
        { name: 'silent', model: 'silent', to: 'silent' },
        { name: 'strict', model: 'strict', to: 'up', mode: 'strict' },
        { name: 'main', model: 'claude-*', to: 'up' },
      ],
      limits: { body: '1MB' },
      timeouts: { headers: '50ms' },
    },
    { log, ...more },
  )
  return { running, lines }
}

const answering = (status: number): void => {
  upstream.answer = (_, response) => void response.writeHead(status).end('{}')
}
const bodyFor = (model: string): object => ({ ...sound, model })

describe('a request that fails is one line of the log and one count', () => {
  test.each<readonly [string, number, string, unknown, number, Line]>([
    ['no route', 404, path, bodyFor('other'), 200, { by: 'gateway', route: '', upstream: '' }],
    ['a path that is not served', 404, '/v1/files', {}, 404, { by: 'upstream', route: '', upstream: 'up' }],
    ['a body that is too large', 413, path, ' '.repeat(1 << 21), 200, { by: 'gateway', route: '' }],
    [
      'a key that the upstream refuses',
      401,
      path,
      bodyFor('claude-x'),
      401,
      { by: 'upstream', route: 'main', upstream: 'up' },
    ],
    [
      'a failure of the upstream',
      500,
      path,
      bodyFor('claude-x'),
      500,
      { by: 'upstream', route: 'main', upstream: 'up' },
    ],
    [
      'an upstream that is away',
      502,
      path,
      bodyFor('away'),
      200,
      { by: 'gateway', route: 'away', upstream: 'away' },
    ],
    [
      'an upstream that is silent',
      504,
      path,
      bodyFor('silent'),
      200,
      { by: 'gateway', route: 'silent', upstream: 'silent' },
    ],
    [
      'a strict route',
      400,
      path,
      { ...broken, model: 'strict' },
      200,
      { by: 'gateway', route: 'strict', upstream: 'up' },
    ],
  ])('%s: %i', async (_, status, at, body, answered, facts) => {
    answering(answered)
    const { running, lines } = await logged()
    expect((await ask(running.url + at, body)).status).toBe(status)
    await expect.poll(() => lines.length).toBe(1)
    expect(lines[0]).toMatchObject({
      level: 40,
      msg: `answered ${status}`,
      status,
      method: 'POST',
      ...facts,
    })
    const counts = await countsOf(running)
    expect(counts[`mortise_answers_total{status="${status}",route="${facts.route}"}`]).toBe(1)
    expect(counts[`mortise_request_seconds_count{route="${facts.route}"}`]).toBe(1)
  })
})

test('a request that is answered is no line, and one with an access log', async () => {
  answering(200)
  for (const logsAccess of [false, true]) {
    const { running, lines } = await logged({ logsAccess })
    await ask(running.url + path, bodyFor('claude-x'))
    await askSecond(running.url, path, bodyFor('claude-x'))
    await ask(`${running.url}/healthz`, undefined, { method: 'GET' })
    const wanted = {
      level: 30,
      msg: 'answered 200',
      status: 200,
      method: 'POST',
      format: 'anthropic-messages',
      route: 'main',
      by: 'upstream',
    }
    await expect.poll(() => lines.length).toBe(logsAccess ? 2 : 0)
    for (const line of lines) expect(line).toMatchObject(wanted)
    expect((await countsOf(running))['mortise_answers_total{status="200",route="main"}']).toBe(2)
  }
})

test('a client that goes is counted as 499, and is a line of the access log alone', async () => {
  const { running, lines } = await logged({ logsAccess: true })
  const socket = connect(running.port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n`)
  await new Promise((resolve) => socket.once('connect', resolve))
  await expect.poll(() => running.gateway.underWay).toBe(1)
  socket.destroy()
  await expect.poll(() => lines.map(({ level, status }) => [level, status])).toEqual([[30, 499]])
})

test('a line holds no character that a terminal obeys', async () => {
  const written: string[] = []
  const log = openLog('info', { write: (line) => void written.push(line) })
  log.info({ id: 'a\u007f\u009b31m\u202eb' }, 'c\u2066')
  expect(written).toHaveLength(1)
  expect(written[0]).toMatch(/"a\\u007f\\u009b31m\\u202eb".*"c\\u2066"\}\n$/)
})

test('the metrics of the process are among those of a gateway that owns it', async () => {
  const own = await gatewayWith(
    { upstreams: { up: { url: upstream.url, api: 'anthropic' } } },
    { ownsProcess: true },
  )
  const names = Object.keys(await countsOf(own)).join(' ')
  expect(names).toMatch(/process_resident_memory_bytes/)
  expect(names).toMatch(/nodejs_eventloop_lag_p99_seconds/)
  expect(names).toMatch(/process_cpu_seconds_total/)
})

test('`metrics` listens by itself, answers with its token alone, and moves with the config', async () => {
  const upstreams = { up: { url: upstream.url, api: 'anthropic' } }
  const token = 'a-token-of-its-own'
  const running = await gatewayWith({ upstreams, metrics: { listen: '127.0.0.1:0', token } })
  const { metricsUrl = '' } = running
  const get = async (address: string, key: string): Promise<number> =>
    (await ask(address, undefined, { method: 'GET', headers: { authorization: `Bearer ${key}` } })).status
  expect(await get(`${metricsUrl}/metrics`, token)).toBe(200)
  expect(await get(`${metricsUrl}/metrics`, 'x')).toBe(401)
  expect(await get(`${metricsUrl}/metrics`, running.admin?.token ?? '')).toBe(401)
  expect(await get(`${metricsUrl}/admin/events`, token)).toBe(404)
  expect(await get(`${running.admin?.url}/metrics`, token)).toBe(401)
  const next = { listen: '127.0.0.1:0', admin: { listen: '127.0.0.1:0' }, upstreams }
  await running.restart(checkedConfig(next))
  expect(running.metricsUrl).toBeUndefined()
  await running.restart(checkedConfig({ ...next, metrics: { listen: '127.0.0.1:0', token: `${token}-2` } }))
  expect(await get(`${running.metricsUrl}/metrics`, `${token}-2`)).toBe(200)
})
