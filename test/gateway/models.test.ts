import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ask } from '../sandbox/ask.ts'
import { gatewayWith, recorder } from './house.ts'

const lists = {
  anthropic: {
    data: [
      { type: 'model', id: 'claude-a', display_name: 'Claude A', created_at: '2026-01-02T00:00:00Z' },
      { type: 'model', id: 'claude-b', display_name: 'Claude B', created_at: 'soon' },
    ],
    has_more: false,
  },
  openai: { object: 'list', data: [{ id: 'gpt-a', object: 'model', created: 7, owned_by: 'system' }] },
  gemini: { models: [{ name: 'models/gemini-a', displayName: 'Gemini A', inputTokenLimit: 9 }, { name: 3 }] },
}
type Family = keyof typeof lists

async function listing(list: unknown, status = 200) {
  const upstream = await recorder()
  upstream.answer = (_, response) => void response.writeHead(status).end(JSON.stringify(list))
  return upstream
}
const anthropic = await listing(lists.anthropic)
const openai = await listing(lists.openai)
const gemini = await listing(lists.gemini)
const upstreamOf = {
  anthropic: { url: anthropic.url, api: 'anthropic' },
  openai: { url: `${openai.url}/v1`, api: 'openai' },
  gemini: { url: gemini.url, api: 'gemini' },
}

/** How the clients of each API ask. */
const asks: Readonly<Record<Family, readonly [string, Record<string, string>]>> = {
  anthropic: ['/v1/models', { 'anthropic-version': '2023-06-01', 'x-api-key': 'sk-client' }],
  openai: ['/v1/models', { authorization: 'Bearer sk-client' }],
  gemini: ['/v1beta/models', { 'x-goog-api-key': 'sk-client' }],
}

async function models(url: string, as: Family, headers: Record<string, string> = {}): Promise<unknown> {
  const [path, own] = asks[as]
  const { status, text } = await ask(url + path, '', { method: 'GET', headers: { ...own, ...headers } })
  return status === 200 ? JSON.parse(text) : status
}

const idsIn = (list: unknown): unknown[] => {
  const { data = [], models: more = [] } = list as { data?: { id: string }[]; models?: { name: string }[] }
  return [...data.map(({ id }) => id), ...more.map(({ name }) => name)]
}

/** The shape of an entry that its own API has not written. */
const shapes: Readonly<Record<Family, object>> = {
  anthropic: { has_more: false, data: expect.arrayContaining([expect.objectContaining({ type: 'model' })]) },
  openai: { object: 'list', data: expect.arrayContaining([expect.objectContaining({ object: 'model' })]) },
  gemini: {
    models: expect.arrayContaining([
      expect.objectContaining({ supportedGenerationMethods: expect.arrayContaining(['generateContent']) }),
    ]),
  },
}

const families = ['anthropic', 'openai', 'gemini'] as const

describe('one upstream', () => {
  test('its list stands under the prefix of the Antigravity gateway too', async () => {
    const gateway = await gatewayWith({ upstreams: { up: upstreamOf.anthropic } })
    expect(await models(`${gateway.url}/antigravity`, 'anthropic')).toEqual(lists.anthropic)
    expect(await models(`${gateway.url}/antigravity`, 'openai')).toEqual(lists.anthropic)
  })

  test.each(families)('of the client’s own API: the list of %s passes as it is', async (family) => {
    const gateway = await gatewayWith({ upstreams: { up: upstreamOf[family] } })
    expect(await models(gateway.url, family)).toEqual(lists[family])
  })

  test.each(families.flatMap((to) => families.filter((as) => as !== to).map((as) => [to, as] as const)))(
    'the list of %s, asked for by a client of %s, is one of its own',
    async (to, as) => {
      const gateway = await gatewayWith({ upstreams: { up: upstreamOf[to] } })
      const list = await models(gateway.url, as)
      const name = `${{ anthropic: 'claude', openai: 'gpt', gemini: 'gemini' }[to]}-a`
      expect(idsIn(list)).toContain(as === 'gemini' ? `models/${name}` : name)
      expect(list).toMatchObject(shapes[as])
    },
  )

  test('a time and a title are kept', async () => {
    const gateway = await gatewayWith({ upstreams: { up: upstreamOf.anthropic } })
    const made = (id: string, created: number): object => ({
      id,
      object: 'model',
      created,
      owned_by: 'mortise',
    })
    expect(await models(gateway.url, 'openai')).toEqual({
      object: 'list',
      data: [made('claude-a', Date.parse('2026-01-02') / 1000), made('claude-b', 0)],
    })
    const other = await gatewayWith({ upstreams: { up: upstreamOf.gemini } })
    expect(await models(other.url, 'anthropic')).toEqual({
      data: [
        {
          type: 'model',
          id: 'gemini-a',
          display_name: 'Gemini A',
          created_at: '1970-01-01T00:00:00.000Z',
        },
      ],
      has_more: false,
      first_id: 'gemini-a',
      last_id: 'gemini-a',
    })
  })
})

describe('routes', () => {
  const hashOf = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`

  test('the list is what they lead to, under the names that they give', async () => {
    const gateway = await gatewayWith({
      upstreams: upstreamOf,
      routes: [
        { path: '/v1/messages', model: 'claude-*', to: 'anthropic' },
        { model: 'mine', to: 'openai', as: { openai: 'gpt-a' } },
        { path: '/v1beta/models/{m}:generateContent', to: 'gemini' },
        { model: 'gpt-*', to: ['openai', 'anthropic'] },
      ],
    })
    expect(idsIn(await models(gateway.url, 'anthropic'))).toEqual(['claude-a', 'claude-b', 'gpt-a', 'mine'])
    expect(idsIn(await models(gateway.url, 'openai'))).toEqual(['gpt-a', 'mine'])
    expect(idsIn(await models(gateway.url, 'gemini'))).toEqual(['models/gemini-a', 'models/mine'])
  })

  test.each([
    ['/v1/messages', '{"messages": ['],
    ['/v1/messages', ''],
    ['/v1/chat/completions', 'no JSON'],
    ['/v1/chat/completions', '[1]'],
  ])('%s with %j for a body, where routes name models: 400 in the words of the API', async (path, body) => {
    const routes = [
      { model: 'claude-*', to: 'anthropic' },
      { model: 'gpt-*', to: 'openai' },
    ]
    const gateway = await gatewayWith({ upstreams: upstreamOf, routes })
    const { status, text } = await ask(gateway.url + path, body)
    const error = expect.objectContaining({ type: 'invalid_request_error' })
    expect([status, JSON.parse(text)]).toEqual([400, expect.objectContaining({ error })])
    expect((await ask(gateway.url + path, { model: 'other', messages: [] })).status).toBe(404)
  })

  test('a client sees the models of its own routes alone', async () => {
    const keyed = Object.fromEntries(
      Object.entries(upstreamOf).map(([name, up]) => [name, { ...up, key: 'k' }]),
    )
    const gateway = await gatewayWith({
      upstreams: keyed,
      routes: [
        { name: 'claude', model: 'claude-a', to: 'anthropic' },
        { name: 'rest', to: 'openai' },
      ],
      clients: [
        { name: 'ci', key: hashOf('ci'), routes: ['claude'] },
        { name: 'dev', key: hashOf('dev') },
      ],
    })
    const as = (key: string) => models(gateway.url, 'openai', { 'x-mortise-key': key })
    expect(idsIn(await as('ci'))).toEqual(['claude-a'])
    expect(idsIn(await as('dev'))).toEqual(['claude-a', 'gpt-a'])
    const other = (path: string, key: string) =>
      ask(gateway.url + path, '', { method: 'GET', headers: { 'x-mortise-key': key } })
    expect((await other('/openai/v1/models', 'dev')).status).toBe(200)
    expect((await other('/openai/v1/models', 'ci')).status).toBe(403)
  })

  test('the key of a client goes to no upstream but the one that it speaks to', async () => {
    const gateway = await gatewayWith({
      upstreams: upstreamOf,
      routes: [{ to: ['anthropic', 'openai', 'gemini'] }],
    })
    for (const { arrived } of [anthropic, openai, gemini]) arrived.length = 0
    await models(gateway.url, 'anthropic')
    const sent = [anthropic, openai, gemini].map(({ arrived }) =>
      JSON.stringify(arrived).includes('sk-client'),
    )
    expect(sent).toEqual([true, false, false])
  })

  test('an upstream that fails is left out; if all fail, its status is told', async () => {
    const broken = await listing({ error: {} }, 401)
    const routes = [{ to: ['away', 'up'] }]
    const away = { url: broken.url, api: 'anthropic' }
    const one = await gatewayWith({ upstreams: { away, up: upstreamOf.openai }, routes })
    expect(idsIn(await models(one.url, 'openai'))).toEqual(['gpt-a'])
    const none = await gatewayWith({
      upstreams: { away, up: { url: 'http://127.0.0.1:1', api: 'gemini' } },
      routes,
    })
    expect(await models(none.url, 'openai')).toBe(401)
  })
})
