import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import Anthropic from '@anthropic-ai/sdk'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import OpenAI from 'openai'
import { afterAll, expect, test } from 'vitest'
import { createGateway, type RepairEvent } from '../../app/src/doors/gateway.ts'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { talkOf } from '../gateway/talks.ts'

const sandbox = await startSandbox()

/** An upstream that never ends its answer. */
const arrived: IncomingMessage[] = []
const endless = createServer((request, response) => {
  arrived.push(request)
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n')
})
await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))

const events: RepairEvent[] = []
const gateway = createGateway(
  {
    upstreams: {
      claude: { url: sandbox.url, api: 'anthropic' },
      endless: { url: `${urlOf(endless)}/v1`, api: 'openai' },
    },
    routes: [
      { model: 'endless', to: 'endless' },
      { model: '*', to: 'claude' },
    ],
    limits: { body: '1MB' },
  },
  { onRepair: (event) => events.push(event) },
)
const app = new Hono()
app.use(async (context, next) => {
  await next()
  context.header('x-app', 'hono')
})
app.get('/hello', (context) => context.text('hello'))
app.mount('/llm', gateway.fetch)
app.all('*', (context) => gateway.fetch(context.req.raw))
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
await once(server, 'listening')
const url = urlOf(server)

afterAll(async () => {
  gateway.close()
  endless.closeAllConnections()
  endless.close()
  server.close()
  await sandbox.close()
})

function urlOf(listening: Server): string {
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
}

const { broken, sound, path } = talkOf('anthropic-messages')
type Request = Anthropic.MessageCreateParamsNonStreaming
const asked = broken as unknown as Request

test.each([
  ['at the root', ''],
  ['under a path of the app', '/llm'],
])('%s: a client is answered, plain and streaming, where the API refuses', async (_, base) => {
  const direct = new Anthropic({ apiKey: 'none', maxRetries: 0, baseURL: sandbox.url })
  await expect(direct.messages.create(asked)).rejects.toThrow(/tool_use/)
  const client = new Anthropic({ apiKey: 'none', maxRetries: 0, baseURL: url + base })
  const { response, data } = await client.messages.create(asked).withResponse()
  expect(data.content).toHaveLength(1)
  expect([response.headers.get('x-mortise-repairs'), response.headers.get('x-app')]).toEqual([
    '1;call-without-result@messages.1',
    'hono',
  ])
  const message = await client.messages.stream(asked).finalMessage()
  expect(message.content).toHaveLength(1)
  expect(events.at(-1)).toMatchObject({ action: 'mended', findings: [{ rule: 'call-without-result' }] })
})

test('a client of another format is answered, plain and streaming', async () => {
  const client = new OpenAI({ apiKey: 'none', maxRetries: 0, baseURL: `${url}/v1` })
  const body = talkOf('openai-chat').broken as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming
  expect((await client.chat.completions.create(body)).choices[0]?.message.content).toMatch(/accepted/)
  let words = ''
  for await (const { choices } of await client.chat.completions.create({ ...body, stream: true }))
    words += choices[0]?.delta.content ?? ''
  expect(words).toMatch(/accepted/)
})

test('a sound body passes bit for bit, compressed too', async () => {
  const text = Buffer.from(`  ${JSON.stringify(sound)}\n`)
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(url + path, { method: 'POST', headers, body: text })
  expect([status, sandbox.requests.at(-1)?.body]).toEqual([200, text])
  const bytes = gzipSync(text)
  await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: bytes,
  })
  expect(sandbox.requests.at(-1)?.body).toEqual(bytes)
})

test('the other paths of the app are its own; too large a body is refused', async () => {
  expect(await (await fetch(`${url}/hello`)).text()).toBe('hello')
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const large = await fetch(url + path, { method: 'POST', body: Buffer.alloc(1 << 21, ' ') })
  expect([large.status, (await large.json()).error.type]).toEqual([413, 'request_too_large'])
})

test('a client that goes ends the request upstream', async () => {
  const aborter = new AbortController()
  const body = JSON.stringify({ ...talkOf('openai-chat').sound, model: 'endless', stream: true })
  const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body, signal: aborter.signal })
  await response.body?.getReader().read()
  const gone = once(arrived.at(-1)?.socket ?? expect.unreachable(), 'close')
  aborter.abort()
  await gone
})
