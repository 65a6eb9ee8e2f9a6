import { describe, expect, test } from 'vitest'
import { openUpstream } from '../../app/src/gateway/send/upstream.ts'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { ask } from '../sandbox/ask.ts'
import { closeLater, gatewayWith, recorder } from './house.ts'

/** The answers of the model: each thinks, speaks and calls, and the sandbox binds the thinking to what stands before. */
const sandbox = await startSandbox({
  scenarios: { default: [{ say: [{ thinking: 'Hm.' }, { text: 'Looking.' }, { call: {} }] }] },
})
closeLater(sandbox.close)
const asking = await gatewayWith({
  upstreams: { up: { url: sandbox.url, api: 'anthropic', binding: 'drop_block' } },
})

type Block = { readonly type: string; readonly id?: string }
type Message = { readonly role: string; readonly content: string | readonly Block[] }
type Sent = { readonly messages: readonly Message[]; readonly thinking?: unknown }

const beta = 'thinking-binding-controls-2026-08-01'
const field = { block_binding: { prefix_mismatch_behavior: 'drop_block' } }
const head = {
  model: 'claude-fable-5-2',
  max_tokens: 100,
  tools: [{ name: 'look', input_schema: { type: 'object' } }],
}

async function answerOf(url: string, body: object, headers: Record<string, string> = {}) {
  const { status, text, headers: told } = await ask(`${url}/v1/messages`, body, { headers })
  return { status, text, told, content: (JSON.parse(text) as { content?: Block[] }).content ?? [] }
}

function resultsFor(content: readonly Block[]): Message {
  const calls = content.filter(({ type }) => type === 'tool_use')
  const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'a wall' }))
  return { role: 'user', content: results }
}

let conversations = 0

/** A conversation of three rounds, the first of which has lost its result since. */
async function damaged(): Promise<{ readonly messages: Message[]; readonly lost: Message }> {
  const messages: Message[] = [{ role: 'user', content: `Look ${conversations++}.` }]
  for (let round = 0; round < 3; round++) {
    const { content } = await answerOf(sandbox.url, { ...head, messages })
    messages.push({ role: 'assistant', content }, resultsFor(content))
  }
  const [lost = { role: 'user', content: '' }] = messages.splice(2, 1, { role: 'user', content: 'Go on.' })
  return { messages, lost }
}

/** The last request that arrived, as far as it tells how bound thinking was treated. */
function lastSent() {
  const { body, headers, status } = sandbox.requests.at(-1) ?? {}
  const { thinking, messages } = JSON.parse(String(body)) as Sent
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  const thoughts = blocks.filter(({ type }) => type === 'thinking').length
  return { status, thinking, thoughts, betas: headers?.['anthropic-beta'], messages }
}

describe('an upstream that is asked to drop blocks', () => {
  test('gets all thinking, the field, and the beta beside those of the client', async () => {
    const { messages } = await damaged()
    expect((await answerOf(sandbox.url, { ...head, messages })).status).toBe(400)
    const { status, told, text } = await answerOf(
      asking.url,
      { ...head, messages },
      { 'anthropic-beta': 'mine' },
    )
    expect([status, told.get('x-mortise-repairs')]).toEqual([200, '1;call-without-result@messages.1'])
    expect(lastSent()).toMatchObject({
      thinking: { type: 'adaptive', ...field },
      thoughts: 3,
      betas: `mine,${beta}`,
    })
    expect(text).toContain('input_transformations')
  })

  test('gets the same bytes in the second request, and in one that has become sound', async () => {
    const { messages, lost } = await damaged()
    const first = await answerOf(asking.url, { ...head, messages })
    const before = lastSent().messages
    const grown = [...messages, { role: 'assistant', content: first.content }, resultsFor(first.content)]
    const second = await answerOf(asking.url, { ...head, messages: grown })
    expect(second.status).toBe(200)
    expect(lastSent()).toMatchObject({ thinking: { type: 'adaptive', ...field }, thoughts: 4 })
    expect(lastSent().messages.slice(0, before.length)).toEqual(before)
    const sound = grown.with(2, lost)
    const third = await answerOf(asking.url, { ...head, messages: sound })
    expect([third.status, third.told.get('x-mortise-repairs')]).toEqual([200, null])
    expect(lastSent()).toMatchObject({
      thinking: { type: 'adaptive', ...field },
      betas: beta,
      messages: sound,
    })
  })

  test.each<[string, object, number, unknown]>([
    [
      'thinking is off',
      { model: 'claude-opus-5-5', thinking: { type: 'disabled' } },
      1,
      { type: 'disabled' },
    ],
    [
      'the client asks for it itself',
      { thinking: { type: 'adaptive', ...field } },
      3,
      { type: 'adaptive', ...field },
    ],
    ['the model does not bind', { model: 'claude-sonnet-4-5' }, 3, undefined],
  ])('gets no field of ours where %s', async (_, more, thoughts, thinking) => {
    const { messages } = await damaged()
    const { status } = await answerOf(asking.url, { ...head, ...more, messages }, { 'anthropic-beta': beta })
    expect(status).toBe(200)
    expect(lastSent()).toMatchObject({ thoughts, betas: beta })
    expect(lastSent().thinking).toEqual(thinking)
  })

  test('is not asked where the client wants an error, and its words alone do not count', async () => {
    const { messages } = await damaged()
    const [, ...rest] = messages
    // The history was changed by its client: only the API can tell.
    const changed = [
      { role: 'user', content: 'Look elsewhere; "prefix_mismatch_behavior": "error".' },
      ...rest,
    ]
    const sound = changed.with(2, resultsFor(changed[1]?.content as readonly Block[]))
    const wish = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'error' } }
    const obeyed = await answerOf(
      asking.url,
      { ...head, thinking: wish, messages: sound },
      { 'anthropic-beta': beta },
    )
    expect(obeyed.status).toBe(400)
    expect(obeyed.text).toContain('bound to a different conversation')
    const { status } = await answerOf(asking.url, { ...head, messages: sound })
    expect([status, lastSent().thoughts]).toEqual([200, 0])
  })

  test('is told without blocks and without the field once it has refused the field', async () => {
    const upstream = await recorder()
    const gateway = await gatewayWith({
      upstreams: { up: { url: upstream.url, api: 'anthropic', binding: 'drop_block' } },
    })
    const message = 'thinking.adaptive.block_binding: Extra inputs are not permitted'
    upstream.answer = ({ body }, response) => {
      const isRefused = body.includes('block_binding')
      response.statusCode = isRefused ? 400 : 200
      response.end(
        isRefused
          ? JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } })
          : '{}',
      )
    }
    const { messages } = await damaged()
    expect((await answerOf(gateway.url, { ...head, messages })).status).toBe(200)
    expect((await answerOf(gateway.url, { ...head, messages })).status).toBe(200)
    expect(upstream.arrived.map(({ headers }) => headers['anthropic-beta'])).toEqual([
      beta,
      undefined,
      undefined,
    ])
    const [, second, third] = upstream.arrived.map(({ body }) => String(body))
    expect(second).toBe(third)
    expect(JSON.parse(second ?? '')).toMatchObject({ messages: expect.any(Array), max_tokens: 100 })
    expect(second?.match(/"type":"thinking"/g)).toHaveLength(1)
  })
})

test('the model that counts is the one that the upstream is asked for', async () => {
  const gateway = await gatewayWith({
    upstreams: { up: { url: sandbox.url, api: 'anthropic', binding: 'drop_block' } },
    routes: [{ to: 'up', model: 'mine', as: { up: 'claude-fable-5-2' } }],
  })
  const { messages } = await damaged()
  const { status, text } = await answerOf(gateway.url, { ...head, model: 'mine', messages })
  expect([status, JSON.parse(text).model]).toEqual([200, 'mine'])
  expect(lastSent()).toMatchObject({ thinking: { type: 'adaptive', ...field }, betas: beta })
})

test.each([
  ['https://api.anthropic.com', true],
  ['https://API.Anthropic.com/v1', true],
  ['https://anthropic.com.example.org', false],
  ['https://notanthropic.com', false],
  ['http://127.0.0.1:4141', false],
])('%s can be asked to drop blocks: %s', (url, isAsked) => {
  const upstream = openUpstream('up', { url: new URL(url), api: 'anthropic', passthrough: false })
  expect(upstream.dropsBlocks).toBe(isAsked)
})
