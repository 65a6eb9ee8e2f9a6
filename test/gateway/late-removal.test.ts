import { beforeEach, describe, expect, test } from 'vitest'
import { type ConfigInput, checkedConfig } from '../../app/src/config/index.ts'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { complaints } from '../oracle/index.ts'
import { ask } from '../sandbox/ask.ts'
import { closeLater, gatewayWith, recorder } from './house.ts'

/** Each answer thinks, speaks and calls `look`; the sandbox binds the thinking to what stands before. */
const sandbox = await startSandbox({
  scenarios: { default: [{ say: [{ thinking: 'Hm.' }, { text: 'Looking.' }, { call: {} }] }] },
})
closeLater(sandbox.close)

type Block = { readonly type: string; readonly id?: string }
type Message = { readonly role: string; readonly content: string | readonly Block[] }

const beta = 'mid-conversation-tool-changes-2026-07-01'
const fieldBeta = 'thinking-binding-controls-2026-08-01'
const tool = (name: string) => ({ name, input_schema: { type: 'object' } })
const head = { model: 'claude-fable-5-2', max_tokens: 100, tools: ['look', 'run', 'write'].map(tool) }
const removal = (...names: string[]) => ({
  role: 'system',
  content: names.map((name) => ({ type: 'tool_removal', tool: { type: 'tool_reference', name } })),
})

const configOf = (deny: readonly string[], history = 'strip') => ({
  listen: '127.0.0.1:0',
  admin: { listen: '127.0.0.1:0' },
  upstreams: { up: { url: sandbox.url, api: 'anthropic', binding: 'drop_block' } },
  tools: { deny: [...deny], history },
})
const start = (deny: readonly string[] = []) => gatewayWith(configOf(deny) as ConfigInput)

let { gateway, url } = await start()
const deny = (names: readonly string[], history?: string): void =>
  gateway.apply(checkedConfig(configOf(names, history) as ConfigInput))

beforeEach(async () => {
  ;({ gateway, url } = await start())
})

let conversations = 0
const opening = (): Message[] => [{ role: 'user', content: `Look ${conversations++}.` }]

/** Sends a conversation, and gives it with the answer and the result that it asks for. */
async function round(messages: readonly Message[], more: object = {}): Promise<readonly Message[]> {
  const { status, text } = await ask(`${url}/v1/messages`, { ...head, ...more, messages }, {})
  expect([status, text]).toEqual([200, expect.not.stringContaining('thinking_dropped')])
  const { content } = JSON.parse(text) as { content: readonly Block[] }
  const calls = content.filter(({ type }) => type === 'tool_use')
  const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'a wall' }))
  return [...messages, { role: 'assistant', content }, { role: 'user', content: results }]
}

/** The last request that arrived. */
function arrived() {
  const { body, headers } = sandbox.requests.at(-1) ?? {}
  const sent = JSON.parse(String(body)) as { tools: { name: string }[]; messages: Message[] }
  expect(complaints(sent, { api: 'anthropic', tail: 'closed' })).toEqual([])
  const blocks = sent.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  return {
    body: String(body),
    tools: sent.tools.map(({ name }) => name),
    messages: sent.messages,
    thoughts: blocks.filter(({ type }) => type === 'thinking').length,
    betas: headers?.['anthropic-beta'],
  }
}

describe('a tool that is denied in the middle of a conversation', () => {
  test('is taken away after the last turn; the place stays, and no thinking is lost', async () => {
    const before = await round(await round(opening()))
    deny(['run'])
    const first = await round(before)
    const sent = arrived()
    expect(sent).toMatchObject({
      tools: ['look', 'run', 'write'],
      thoughts: 2,
      betas: `${fieldBeta},${beta}`,
    })
    expect(sent.messages).toEqual([...before, removal('run')])
    const second = await round(first)
    expect(arrived().messages).toEqual([...before, removal('run'), ...first.slice(before.length)])
    expect(arrived()).toMatchObject({ thoughts: 3, betas: `${fieldBeta},${beta}` })
    const messagesOf = (body: string): string =>
      body.slice(body.indexOf('"messages":'), body.lastIndexOf(']'))
    expect(messagesOf(arrived().body).startsWith(messagesOf(sent.body))).toBe(true)
    deny(['run', 'write'])
    const third = await round(second)
    const grown = [...before, removal('run'), ...second.slice(before.length), removal('write')]
    expect(arrived().messages).toEqual(grown)
    await round(third)
    expect(arrived().messages).toEqual([...grown, ...third.slice(second.length)])
    expect(arrived().thoughts).toBe(5)
  })
  test('leaves the head of a conversation that begins later, and the thinking made since stays', async () => {
    deny(['run'])
    const first = await round(opening())
    expect(arrived()).toMatchObject({ tools: ['look', 'write'], betas: fieldBeta })
    const second = await round(first)
    expect(arrived()).toMatchObject({ tools: ['look', 'write'], messages: first, thoughts: 1 })
    await round(second)
    expect(arrived()).toMatchObject({ tools: ['look', 'write'], messages: second, thoughts: 2 })
  })

  test('leaves the head where the gateway was started with it denied: what came before is not known', async () => {
    const before = await round(opening())
    ;({ gateway, url } = await start(['run']))
    const { status } = await ask(`${url}/v1/messages`, { ...head, messages: before }, {})
    expect(status).toBe(200)
    expect(arrived()).toMatchObject({ tools: ['look', 'write'], messages: before })
  })

  test('keeps its place if the request was not answered and the user says more', async () => {
    const before = await round(opening())
    deny(['run'])
    await round(before)
    const more: Message = { role: 'user', content: 'Are you there?' }
    const grown = await round([...before, more])
    expect(arrived().messages).toEqual([...before, more, removal('run')])
    await round(grown)
    expect(arrived().messages).toEqual([...before, more, removal('run'), ...grown.slice(before.length + 1)])
  })

  test.each<[string, Message[], string | undefined, string[]]>([
    ['leaves the head where a call of it goes', called('run'), undefined, ['look', 'write']],
    ['stays declared where completed calls stay', called('run'), 'keep-completed', ['look', 'run', 'write']],
    ['stays declared beside calls of other tools', called('write'), undefined, ['look', 'run', 'write']],
  ])('%s', async (_, past, history, tools) => {
    const before = await round([...past, ...opening()])
    deny(['run'], history)
    const { status } = await ask(`${url}/v1/messages`, { ...head, messages: before }, {})
    expect([status, arrived().tools]).toEqual([200, tools])
    expect(arrived().messages.at(-1)).toEqual(tools.includes('run') ? removal('run') : before.at(-1))
  })

  test.each<[string, object[]]>([
    ['is run by the provider', [{ type: 'web_search_20250305', name: 'web_search' }]],
    ['is not loaded yet', [{ ...tool('web_search'), defer_loading: true }]],
  ])('leaves the head where it %s', async (_, others) => {
    const tools = [...head.tools, ...others]
    const before = await round(opening(), { tools })
    deny(['web_search'])
    const { status } = await ask(`${url}/v1/messages`, { ...head, tools, messages: before }, {})
    expect([status, arrived().tools]).toEqual([200, ['look', 'run', 'write']])
  })

  test('is given back by the next request once it is allowed again', async () => {
    const before = await round(opening())
    deny(['run'])
    const first = await round(before)
    deny([])
    const { status } = await ask(`${url}/v1/messages`, { ...head, messages: first }, {})
    expect([status, arrived().messages, arrived().betas]).toEqual([200, first, fieldBeta])
  })

  test('is taken from a forced choice, too', async () => {
    const before = await round(opening())
    deny(['run'])
    const more = { tool_choice: { type: 'tool', name: 'run' } }
    await round(before, more)
    expect(JSON.parse(arrived().body)).toMatchObject({ tool_choice: { type: 'auto' }, tools: head.tools })
  })
})

function called(name: string): Message[] {
  const id = `toolu_${name}`
  const call = { type: 'tool_use', id, name, input: {} }
  const result = { type: 'tool_result', tool_use_id: id, content: 'done' }
  return [
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: [call] },
    { role: 'user', content: [result] },
    { role: 'assistant', content: 'Done.' },
  ]
}

describe('an API that does not take the turn', () => {
  const message = "messages.3: role 'system' supports text blocks only"

  test('gets the request once more without it, and none later', async () => {
    const before = await round(opening())
    const upstream = await recorder()
    upstream.answer = ({ body }, response) => {
      const isRefused = body.includes('tool_removal')
      response.statusCode = isRefused ? 400 : 200
      response.end(isRefused ? JSON.stringify({ type: 'error', error: { message } }) : '{}')
    }
    const upstreams = { up: { url: upstream.url, api: 'anthropic', binding: 'drop_block' } }
    const input = { ...configOf([]), upstreams }
    const other = await gatewayWith(input as ConfigInput)
    other.gateway.apply(checkedConfig({ ...input, tools: { deny: ['run'] } } as ConfigInput))
    const send = async (messages: readonly Message[]) =>
      (await ask(`${other.url}/v1/messages`, { ...head, messages }, {})).status
    expect(await send(before)).toBe(200)
    const sent = upstream.arrived.map(({ body }) => JSON.parse(String(body)) as typeof head)
    expect(sent.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
      ['look', 'run', 'write'],
      ['look', 'write'],
    ])
    expect(upstream.arrived[1]?.headers['anthropic-beta']).toBeUndefined()
    expect(String(upstream.arrived[1]?.body)).not.toContain('"thinking"')
    expect(await send(await round(opening()))).toBe(200)
    expect(upstream.arrived).toHaveLength(3)
    expect(String(upstream.arrived[2]?.body)).not.toContain('tool_removal')
  })

  test('is known by its host or its config: any other loses the tool from the head', async () => {
    const before = await round(opening())
    const upstreams = { up: { url: sandbox.url, api: 'anthropic' } }
    const input = { ...configOf([]), upstreams }
    const other = await gatewayWith(input as ConfigInput)
    other.gateway.apply(checkedConfig({ ...input, tools: { deny: ['run'] } } as ConfigInput))
    const { status } = await ask(`${other.url}/v1/messages`, { ...head, messages: before }, {})
    expect(status).toBe(200)
    expect(arrived()).toMatchObject({ tools: ['look', 'write'], thoughts: 0, betas: undefined })
  })
})
