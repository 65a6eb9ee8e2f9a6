import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openLog } from '../../app/src/gateway/index.ts'
import { ask } from '../sandbox/ask.ts'
import { countsOf, gatewayWith, recorder } from './house.ts'
import { talkOf, talks } from './talks.ts'

const hashOf = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`
const { sound, broken, path } = talkOf('anthropic-messages')
const upstream = await recorder()
const last = (): (typeof upstream.arrived)[number] => upstream.arrived.at(-1) ?? expect.unreachable()

const clients = [
  { name: 'ci', key: hashOf('ci-key'), routes: ['main'] },
  { name: 'dev', key: hashOf('dev-kéy') },
]
const keyed = await gatewayWith({
  upstreams: {
    claude: { url: upstream.url, api: 'anthropic', key: 'sk-own' },
    gemini: { url: upstream.url, api: 'gemini', key: 'sk-own' },
  },
  routes: [
    { name: 'main', path: '/v1/messages', to: 'claude' },
    { name: 'rest', to: 'gemini' },
  ],
  clients,
})

describe('clients with keys', () => {
  test.each([
    ['x-api-key', 'ci-key'],
    ['authorization', 'Bearer ci-key'],
    ['x-goog-api-key', 'ci-key'],
    ['api-key', 'ci-key'],
    ['x-mortise-key', 'ci-key'],
  ])('%s is read, and not passed on', async (header, value) => {
    expect((await ask(keyed.url + path, sound, { headers: { [header]: value } })).status).toBe(200)
    expect(last().headers['x-api-key']).toBe('sk-own')
    expect(last().rawHeaders.join()).not.toContain('ci-key')
  })

  test('a key in the query is read, and not passed on', async () => {
    const { status } = await ask(`${keyed.url}${path}?key=ci-key&beta=true`, sound)
    expect([status, last().path]).toEqual([200, '/v1/messages?beta=true'])
  })

  test.each([
    ['none', {}],
    ['another', { 'x-api-key': 'no-key' }],
    ['the hash itself', { 'x-api-key': hashOf('ci-key') }],
    ['one in a signature of Amazon', { authorization: 'AWS4-HMAC-SHA256 Credential=ci-key' }],
    [
      'a wrong one in the gateway’s own header, before a right one',
      { 'x-mortise-key': 'no', 'x-api-key': 'ci-key' },
    ],
  ])('%s: 401 in the words of the API', async (_, headers) => {
    const before = upstream.arrived.length
    for (const talk of talks) {
      const { status } = await ask(keyed.url + talk.path, talk.sound, { headers: { ...headers } })
      expect(status).toBe(401)
    }
    expect((await ask(`${keyed.url}/v1/files`, '{}', { headers: { ...headers } })).status).toBe(401)
    expect(upstream.arrived.length).toBe(before)
  })

  test('each has its routes', async () => {
    const gemini = talkOf('gemini-contents')
    const as = (key: string): Promise<{ status: number }> =>
      ask(keyed.url + gemini.path, gemini.sound, { headers: { 'x-goog-api-key': key } })
    expect((await as('ci-key')).status).toBe(403)
    expect((await as(Buffer.from('dev-kéy').toString('latin1'))).status).toBe(200)
  })

  test('a name of an upstream in front of a path does not lead past its routes', async () => {
    const { status } = await ask(`${keyed.url}/claude${path}`, sound, { headers: { 'x-api-key': 'ci-key' } })
    expect(status).toBe(403)
    const before = upstream.arrived.length
    const open = await gatewayWith({
      upstreams: {
        claude: { url: upstream.url, api: 'anthropic', key: 'sk-own', passthrough: true },
        other: { url: upstream.url, api: 'openai', key: 'sk-own', passthrough: true },
      },
      routes: [{ name: 'main', path: '/v1/messages', to: 'claude' }],
      clients: [{ name: 'ci', key: hashOf('ci-key'), routes: ['main'] }],
    })
    const get = (target: string): Promise<{ status: number }> =>
      ask(open.url + target, '', { method: 'GET', headers: { 'x-api-key': 'ci-key' } })
    expect((await get('/other/v1/files')).status).toBe(403)
    expect(
      (await ask(`${open.url}/other/v1/chat/completions`, '{}', { headers: { 'x-api-key': 'ci-key' } }))
        .status,
    ).toBe(403)
    expect(upstream.arrived.length).toBe(before)
    expect((await get('/claude/v1/files')).status).toBe(200)
  })

  test('each is counted by its name', async () => {
    await ask(keyed.url + path, broken, { headers: { 'x-api-key': 'ci-key' } })
    const counts = await countsOf(keyed)
    const label = 'rule="call-without-result",format="anthropic-messages",route="main",client="ci"'
    expect(counts[`mortise_defects_total{${label}}`]).toBe(1)
    expect(Object.keys(counts).join()).not.toMatch(/ci-key|sk-own/)
  })

  test('with the header of the gateway, the client’s own key is for the upstream', async () => {
    const both = await gatewayWith({
      upstreams: { claude: { url: upstream.url, api: 'anthropic' } },
      clients: [{ name: 'ci', key: hashOf('ci-key') }],
      keyHeader: 'x-mortise-key',
    })
    const headers = { 'x-mortise-key': 'ci-key', 'x-api-key': 'sk-client' }
    expect((await ask(both.url + path, sound, { headers })).status).toBe(200)
    expect(last().headers).toMatchObject({ 'x-api-key': 'sk-client' })
    expect(last().headers['x-mortise-key']).toBeUndefined()
    expect((await ask(both.url + path, sound, { headers: { 'x-api-key': 'ci-key' } })).status).toBe(401)
  })
})

describe('the control plane', () => {
  test('asks for its token, and shows counts and repairs', async () => {
    const gateway = await gatewayWith({
      upstreams: { claude: { url: upstream.url, api: 'anthropic' } },
      admin: { listen: '127.0.0.1:0', token: 'the-token' },
    })
    const { admin } = gateway
    if (admin === undefined) return expect.unreachable()
    const get = (place: string, token = 'the-token', method = 'GET'): Promise<Response> =>
      fetch(admin.url + place, { method, headers: { authorization: `Bearer ${token}` } })
    for (const place of ['/metrics', '/admin/events', '/other'])
      expect((await get(place, 'no')).status, place).toBe(401)
    expect((await fetch(`${admin.url}/metrics`)).status).toBe(401)
    expect((await get('/other')).status).toBe(404)
    expect((await get('/metrics', 'the-token', 'POST')).status).toBe(405)
    expect(await (await fetch(`${gateway.url}/metrics`)).text(), 'not on the port of the data').toBe('{}')

    const events = await get('/admin/events')
    const reader = events.body?.getReader() ?? expect.unreachable()
    await reader.read()
    await ask(gateway.url + path, broken)
    const told = Buffer.from((await reader.read()).value ?? []).toString()
    expect(told).toMatch(/^event: repair\ndata: \{/)
    expect(JSON.parse(told.split('data: ')[1] ?? '')).toMatchObject({
      action: 'mended',
      route: 'claude',
      findings: [{ rule: 'call-without-result', at: ['messages', 1], calls: ['toolu_1'] }],
    })
    await reader.cancel()
    expect(await (await get('/metrics')).text()).toContain('mortise_repairs_total{action="mended"} 1')
  })

  test('a token is made where none is set', async () => {
    const one = await gatewayWith({ upstreams: { claude: { url: upstream.url, api: 'anthropic' } } })
    const two = await gatewayWith({ upstreams: { claude: { url: upstream.url, api: 'anthropic' } } })
    expect(one.admin?.isMade).toBe(true)
    expect(one.admin?.token.length).toBeGreaterThan(20)
    expect(one.admin?.token).not.toBe(two.admin?.token)
  })
})

test('the log names rules and ids, and never a key or a body', async () => {
  const written: string[] = []
  const log = openLog('debug', { write: (line: string) => void written.push(line) })
  const gateway = await gatewayWith(
    {
      upstreams: { claude: { url: upstream.url, api: 'anthropic', key: 'sk-own' } },
      clients: [{ name: 'ci', key: hashOf('ci-key') }],
    },
    { log },
  )
  await ask(gateway.url + path, broken, { headers: { 'x-api-key': 'ci-key' } })
  await ask(gateway.url + path, broken, { headers: { 'x-api-key': 'no-key' } })
  const [line, ...more] = written.map((each) => JSON.parse(each) as Record<string, unknown>)
  const facts = {
    method: 'POST',
    format: 'anthropic-messages',
    by: 'gateway',
    route: '',
    upstream: '',
    client: '',
  }
  expect(more).toEqual([expect.objectContaining({ level: 40, status: 401, msg: 'answered 401', ...facts })])
  expect(line).toMatchObject({ level: 40, route: 'claude', client: 'ci', action: 'mended', count: 1 })
  expect(line?.msg).toBe('mended: call-without-result (toolu_1) at messages.1')
  expect(written.join()).not.toMatch(/ci-key|no-key|sk-own|And\?/)
})

test('whatever fails, no key and no words of a request are in logs, errors, counts or events', async () => {
  const written: string[] = []
  const log = openLog('trace', { write: (line: string) => void written.push(line) })
  const secrets = ['sk-own', 'sk-away', 'ci-secret', 'no-secret', 'tok-secret', 'sk-client', 'Wednesday']
  const gateway = await gatewayWith(
    {
      upstreams: {
        claude: { url: upstream.url, api: 'anthropic', key: 'sk-own' },
        away: { url: 'http://127.0.0.1:1', api: 'gemini', key: 'sk-away' },
      },
      admin: { listen: '127.0.0.1:0', token: 'tok-secret' },
      clients: [{ name: 'ci', key: hashOf('ci-secret') }],
      limits: { body: '1MB' },
    },
    { log },
  )
  gateway.gateway.events.listen((event) => void written.push(JSON.stringify(event)))
  const words = JSON.stringify(broken).replace('And?', 'Wednesday')
  const tries: readonly (readonly [string, string | Buffer, string])[] = [
    [path, words, 'ci-secret'],
    [path, words, 'no-secret'],
    [path, `${words}]`, 'ci-secret'],
    [path, Buffer.alloc(1 << 21, 'Wednesday '), 'ci-secret'],
    [`${path}?key=sk-client`, words, 'ci-secret'],
    ['/v1/chat/completions', words, 'ci-secret'],
    ['/v1/chat/completions', '{"messages":"Wednesday"}', 'ci-secret'],
    ['/v1beta/models/sk-client:generateContent?key=sk-client', words, 'ci-secret'],
    ['/gemini/v1beta/files?key=sk-client', words, 'ci-secret'],
    ['/v1beta/models', '', 'ci-secret'],
    ['/v1/%2e%2e/sk-client', '', 'no-secret'],
  ]
  for (const [target, body, key] of tries) {
    const headers = { 'x-mortise-key': key, authorization: 'Bearer sk-client' }
    const { text, headers: told } = await ask(gateway.url + target, body, { headers })
    written.push(text, JSON.stringify([...told]))
  }
  written.push((await ask(`${gateway.admin?.url}/metrics`, '', { method: 'GET' })).text)
  written.push(JSON.stringify(await countsOf(gateway)))
  expect(written.join('\n')).toContain('away')
  expect(secrets.filter((secret) => written.join('\n').includes(secret))).toEqual([])
  expect(upstream.arrived.filter(({ rawHeaders }) => rawHeaders.join().includes('ci-secret'))).toEqual([])
})
