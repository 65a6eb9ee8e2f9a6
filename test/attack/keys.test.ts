import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { gatewayWith, recorder } from '../gateway/house.ts'
import { talkOf } from '../gateway/talks.ts'
import { ask } from '../sandbox/ask.ts'
import { requestFrames, sendBytes, sendFrames, statusesIn } from './raw-client.ts'

const upstream = await recorder()
upstream.answer = (_, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
const own = (api: string, base = ''): { url: string; api: string; key: string } => ({
  url: upstream.url + base,
  api,
  key: `sk-${api}`,
})
const upstreams = {
  claude: own('anthropic'),
  chat: own('openai', '/v1'),
  items: own('openai-responses', '/v1'),
  google: own('gemini'),
  amazon: own('bedrock'),
}
const hash = createHash('sha256').update('k').digest('hex')
const gateways = {
  'no clients': await gatewayWith({ upstreams }),
  'a client with routes': await gatewayWith({
    upstreams,
    routes: [{ name: 'main', model: '*', to: 'claude' }],
    clients: [{ name: 'ci', key: `sha256:${hash}`, routes: ['main'] }],
  }),
}

const methods = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE', 'OPTIONS']

/** Paths that only look like those of a conversation: they end in the same words, or do after decoding or cleaning. */
const lookalikes = [
  '/v1/files/messages',
  '/admin/delete/messages',
  '/v1/messages/x/messages',
  '/x/v1/messages',
  '/v1/organizations/o/chat/completions',
  '/admin/responses',
  '/admin/responses/compact',
  '/v1/responses/id/input_items/responses',
  '/v1/files/models/m:generateContent',
  '/v1/tunedModels/m/models/m:countTokens',
  '/x/model/m/converse',
  '/claude/admin/messages',
  '/claude/claude/v1/messages',
  '/openai/deployments/a%2Fb/chat/completions',
  '/openai/deployments//chat/completions',
  '/openai/deployments/a/b/chat/completions',
  '/v1/messages/',
  '//v1/messages',
  '/v1//messages',
  '/V1/messages',
  '/v1/Messages',
  '/v1/messages;x=1',
  '/v1/messages%3fx',
  '/v1%2fmessages',
  '/v1/messages%20',
  '/v1/%6dessages',
]

/** Paths that mean another path to some servers, or none. */
const unsafe = [
  '/v1/files#/messages',
  '/v1/messages#',
  '/v1/messages?a#/b',
  '/v1/files%23/messages',
  '/v1/files%2523/messages',
  '/v1/messages%00',
  '/v1/messages%2500',
  '/v1/files%0d%0a/messages',
  '/v1/files%0A/messages',
  '/v1/files%7f/messages',
  '/v1/files%1F/messages',
  '/v1/files\\..\\messages',
  '/v1/files%5c..%5cmessages',
  '/v1/../admin/messages',
  '/v1/%2e%2e/admin/messages',
  '/v1/%2E./admin/messages',
  '/v1/.%2e/admin/messages',
  '/v1/%252e%252e/admin/messages',
  '/v1/%25252e./admin/messages',
  '/v1/..%2fadmin/messages',
  '/v1/..%252Fadmin/messages',
  '/v1/..;/admin/messages',
  '/v1/..;a=b/admin/messages',
  '/v1/%2e%2e%3b/admin/messages',
  '/openai/deployments/../chat/completions',
  '/openai/deployments/..;/chat/completions',
  '/model/../converse',
  '/model/%2e%2e/converse',
  '/model/a%2F..%2Fb/converse',
  '/model/./converse',
]

const usual = 'host: localhost\r\nx-api-key: k\r\n'
const body = JSON.stringify(talkOf('anthropic-messages').sound)

describe.each(Object.entries(gateways))('%s', (_, gateway) => {
  const first = async (method: string, path: string): Promise<number | undefined> => {
    const sent = method === 'GET' || method === 'DELETE' || method === 'OPTIONS' ? '' : body
    const head = `${method} ${path} HTTP/1.1\r\n${usual}content-length: ${sent.length}\r\nconnection: close\r\n\r\n`
    return statusesIn(await sendBytes(gateway.port, head + sent)).at(0)
  }
  const second = (method: string, path: string): Promise<boolean> => {
    const head = [
      [':method', method],
      [':scheme', 'http'],
      [':path', path],
      [':authority', 'localhost'],
      ['x-api-key', 'k'],
    ] as const
    return sendFrames(
      gateway.port,
      requestFrames(head, ['POST', 'PUT', 'PATCH'].includes(method) ? [body] : []),
    )
  }

  test.each(lookalikes)('%s is no conversation: the key of the config does not go there', async (path) => {
    const before = upstream.arrived.length
    for (const method of methods) {
      expect([method, await first(method, path)]).toEqual([method, 404])
      await second(method, path)
    }
    expect(upstream.arrived.slice(before)).toEqual([])
  })

  test.each(unsafe)('%s: 400, and nothing is sent', async (path) => {
    const before = upstream.arrived.length
    for (const method of methods) {
      expect([method, await first(method, path)]).toEqual([method, 400])
      await second(method, path)
    }
    expect(upstream.arrived.slice(before)).toEqual([])
  })
})

test.each([
  ['/messages', 'claude'],
  ['/v1/messages/count_tokens', 'claude'],
  ['/kimi/v1/messages', undefined],
  ['/anthropic/v1/messages', 'claude'],
  ['/claude/anthropic/v1/messages', 'claude'],
  ['/api/v1/messages', 'claude'],
  ['/api/anthropic/v1/messages', 'claude'],
  ['/coding/v1/messages', 'claude'],
  ['/openai/deployments/my-4o/chat/completions?api-version=1', 'chat'],
  ['/chat/openai/deployments/my-4o/chat/completions', 'chat'],
  ['/api/v1/chat/completions', 'chat'],
  ['/chat/openai/v1/chat/completions', 'chat'],
  ['/api/paas/v4/chat/completions', 'chat'],
  ['/compatible-mode/v1/chat/completions', 'chat'],
  ['/v1beta/openai/chat/completions', 'chat'],
  ['/inference/v1/chat/completions', 'chat'],
  ['/v1/projects/p/locations/l/endpoints/openapi/chat/completions', 'chat'],
  ['/v1/responses/compact', 'items'],
  ['/responses/compact', 'items'],
  ['/backend-api/codex/responses', 'items'],
  ['/v1/projects/p/locations/l/publishers/google/models/g:streamGenerateContent', 'google'],
  ['/v1/publishers/google/models/g:generateContent', 'google'],
  ['/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2Fus.a/converse', 'amazon'],
])('%s is a conversation in a documented spelling', async (path, name) => {
  const before = upstream.arrived.length
  const { api } = Object.entries(upstreams).find(([each]) => each === name)?.[1] ?? { api: '' }
  const { status } = await ask(gateways['no clients'].url + path, { model: 'm' })
  expect(status).toBe(name === undefined ? 404 : 200)
  const [arrived] = upstream.arrived.slice(before)
  const keys = ['x-api-key', 'x-goog-api-key', 'authorization'].flatMap(
    (header) => arrived?.headers[header] ?? [],
  )
  expect(keys.join().replace('Bearer ', '')).toBe(name === undefined ? '' : `sk-${api}`)
})

describe('the model of a body stays one segment of a path', () => {
  const { sound } = talkOf('openai-chat')
  const formats = [
    ['google', 'gemini', /^\/v1beta\/models\/([^/?]+):generateContent$/],
    ['amazon', 'bedrock', /^\/model\/([^/?]+)\/converse$/],
  ] as const

  test.each(
    [
      '..',
      '.',
      '',
      '../../v1/files',
      'a/../b',
      'a\\..\\b',
      '%2e%2e',
      'a/%2e%2e/b',
      '..;',
      'a\0b',
      'a\r\nb',
      'a#b',
      '\ud800',
    ].flatMap((model) => formats.map(([name]) => [model, name] as const)),
  )('%j for %s: 400, and nothing is sent', async (model, name) => {
    // One is no dot segment where the path goes on behind it.
    const isHarmless = name === 'google' && /^(?:\.\.?|%2e%2e)$/.test(model)
    const before = upstream.arrived.length
    const { status, text } = await ask(`${gateways['no clients'].url}/${name}/v1/chat/completions`, {
      ...sound,
      model,
    })
    if (isHarmless) return expect(upstream.arrived.length).toBe(before + 1)
    expect([status, upstream.arrived.length]).toEqual([400, before])
    expect(JSON.parse(text).error.message).toMatch(/cannot stand in a path/)
  })

  test.each(
    [
      'a/b',
      'arn:aws:bedrock:us-east-1:1:inference-profile/us.a',
      'a?b',
      'ü',
      'a b',
      'a..b',
      'models/g',
    ].flatMap((model) => formats.map(([name, , pattern]) => [model, name, pattern] as const)),
  )('%j for %s is sent', async (model, name, pattern) => {
    await ask(`${gateways['no clients'].url}/${name}/v1/chat/completions`, { ...sound, model })
    const [, segment = ''] = pattern.exec(upstream.arrived.at(-1)?.path ?? '') ?? []
    expect(decodeURIComponent(segment)).toBe(model)
  })
})

test.each([
  'key=theirs',
  'k%65y=theirs',
  '%6b%65%79=theirs',
  'a=b&k%65y=theirs&c=d',
  'key',
  'k%65y',
  'key=theirs&key=more',
])('a key in the query is not passed on: ?%s', async (query) => {
  const { path, sound } = talkOf('gemini-contents')
  await ask(`${gateways['no clients'].url}${path}?${query}`, sound)
  const arrived = upstream.arrived.at(-1)
  expect(arrived?.path).toBe(path + (query.startsWith('a=b') ? '?a=b&c=d' : ''))
  expect(arrived?.headers['x-goog-api-key']).toBe('sk-gemini')
})

test('a header may have any name', async () => {
  const { path, sound } = talkOf('anthropic-messages')
  upstream.answer = (_, response) =>
    void response
      .writeHead(200, ['__proto__', 'a', 'constructor', 'b', 'toString', 'c', 'content-length', '2'])
      .end('{}')
  const head = `POST ${path} HTTP/1.1\r\n${usual}__proto__: 1\r\nconstructor: 2\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
  expect(await sendBytes(gateways['no clients'].port, head + body)).toMatch(
    /__proto__: a\r\nconstructor: b\r\ntoString: c/,
  )
  expect(upstream.arrived.at(-1)?.rawHeaders.join()).toMatch(/__proto__,1,constructor,2/)
  const { headers } = await gateways['no clients'].gateway.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      body: JSON.stringify(sound),
      headers: { host: 'localhost' },
    }),
  )
  expect([headers.get('__proto__'), headers.get('constructor')]).toEqual(['a', 'b'])
})
