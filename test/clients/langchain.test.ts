import { ChatAnthropic } from '@langchain/anthropic'
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import type { Report } from '@mortise/core'
import { guardFetch } from '@mortise/core/guard'
import { guardMiddleware, repairMessages } from '@mortise/core/guard/langchain'
import { createAgent, createMiddleware } from 'langchain'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../app/src/sandbox/index.ts'
import { errorOf } from './trouble.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
const lastBody = (): string => String(sandbox.requests.at(-1)?.body)

const anthropic = (fetch?: typeof globalThis.fetch): ChatAnthropic =>
  new ChatAnthropic({
    apiKey: 'none',
    model: 'claude-opus-4-8',
    anthropicApiUrl: sandbox.url,
    maxRetries: 0,
    clientOptions: fetch === undefined ? {} : { fetch },
  })
const openai = (fetch?: typeof globalThis.fetch): ChatOpenAI =>
  new ChatOpenAI({
    apiKey: 'none',
    model: 'gpt-5.2',
    maxRetries: 0,
    configuration: { baseURL: `${sandbox.url}/v1`, ...(fetch && { fetch }) },
  })

const call = (...ids: string[]): AIMessage =>
  new AIMessage({ content: 'Looking.', tool_calls: ids.map((id) => ({ id, name: 'look', args: {} })) })
const result = (id: string, content = 'a wall'): ToolMessage => new ToolMessage({ content, tool_call_id: id })
const user = (text: string): HumanMessage => new HumanMessage(text)

/** What messages say, without their ids. */
const told = (messages: BaseMessage[]): unknown =>
  JSON.parse(JSON.stringify(messages, (key, value) => (key === 'id' && /-/.test(value) ? undefined : value)))

const open = (): BaseMessage[] => [user('Hi'), call('a', 'b'), result('b'), user('Go on.')]
const late = (): BaseMessage[] => [user('Hi'), call('a'), user('Go on.'), result('a')]
const stray = (): BaseMessage[] => [user('Hi'), result('a'), user('Go on.')]
const sound = (): BaseMessage[] => [user('Hi'), call('a'), result('a'), user('Go on.')]

describe.each([
  ['anthropic', anthropic],
  ['openai', openai],
] as const)('%s', (_, model) => {
  const broken = { open, late, stray }

  test.each(Object.entries(broken))('an agent with a middleware: %s', async (_, messages) => {
    const reports: Report[] = []
    const middleware = [guardMiddleware({ onRepair: (report) => reports.push(report) })] as const
    const bare = createAgent({ model: model(), tools: [] })
    await expect(bare.invoke({ messages: messages() })).rejects.toThrow(/tool/)
    const agent = createAgent({ model: model(), tools: [], middleware })
    const given = messages()
    const { messages: after } = await agent.invoke({ messages: given })
    expect(after.at(-1)?.text).not.toBe('')
    expect(after.length, 'the state keeps what it had').toBe(given.length + 1)
    expect(told(given), 'only LangChain has touched it, to give it ids').toEqual(told(messages()))
    expect(reports.length).toBe(1)
  })

  test('an agent that streams', async () => {
    const agent = createAgent({ model: model(), tools: [], middleware: [guardMiddleware()] })
    const kinds: string[] = []
    for await (const [message] of await agent.stream({ messages: open() }, { streamMode: 'messages' }))
      kinds.push(message.type)
    expect(kinds.length).toBeGreaterThan(0)
    expect(lastBody()).toContain('no result was recorded')
  })

  test('messages for a model', async () => {
    await expect(model().invoke(late())).rejects.toThrow(/tool/)
    const mended = repairMessages(late())
    expectTypeOf(mended).toEqualTypeOf<BaseMessage[]>()
    expect((await model().invoke(mended)).text).not.toBe('')
    for await (const _ of await model().stream(repairMessages(stray()))) break
    expect(lastBody()).toContain('a wall')
  })

  test('a guarded fetch', async () => {
    expect((await model(guardFetch(fetch)).invoke(late())).text).not.toBe('')
  })

  test('what is sound reaches the wire byte for byte', async () => {
    const middleware = [guardMiddleware({ onRepair: () => expect.unreachable() })]
    await createAgent({ model: model(), tools: [] }).invoke({ messages: sound() })
    const bare = lastBody()
    await createAgent({ model: model(), tools: [], middleware }).invoke({ messages: sound() })
    expect(lastBody()).toBe(bare)
  })

  test('calls that go are gone wherever a message keeps them', async () => {
    const both = new AIMessage({
      content: [
        { type: 'text', text: 'Looking.' },
        { type: 'tool_use', id: 'a', name: 'look', input: {} },
        { type: 'tool_use', id: 'b', name: 'look', input: {} },
      ],
      tool_calls: ['a', 'b'].map((id) => ({ id, name: 'look', args: {} })),
    })
    const messages = [user('Hi'), both, result('b'), user('Go on.')]
    const mended = repairMessages<BaseMessage>(messages, { policy: 'drop' })
    expect((mended[1] as AIMessage).tool_calls?.map(({ id }) => id)).toEqual(['b'])
    expect(mended[1]).toBeInstanceOf(AIMessage)
    expect(JSON.stringify(mended)).not.toContain('"a"')
    expect((await anthropic().invoke(mended)).text).not.toBe('')
    expect(both.tool_calls?.length).toBe(2)
  })
})

describe('in trouble', () => {
  // LangChain wraps what a model throws behind any middleware, whatever that does.
  const idle = createMiddleware({ name: 'Idle', wrapModelCall: (request, handler) => handler(request) })
  const agents = [
    (llm: ChatOpenAI) => createAgent({ model: llm, tools: [], middleware: [idle] }),
    (llm: ChatOpenAI) => createAgent({ model: llm, tools: [], middleware: [guardMiddleware()] }),
  ]
  const connect = (url: string): ChatOpenAI =>
    new ChatOpenAI({
      apiKey: 'none',
      model: 'gpt-5.2',
      maxRetries: 0,
      configuration: { baseURL: `${url}/v1` },
    })

  test('an abort ends an agent like without a guard', async () => {
    const ended = agents.map(async (make) => {
      const controller = new AbortController()
      const scenarios = { default: { delay: 60_000 } }
      const slow = await startSandbox({ scenarios, onRequest: () => controller.abort() })
      const { signal } = controller
      const error = await errorOf(make(connect(slow.url)).invoke({ messages: sound() }, { signal }))
      await slow.close()
      return error
    })
    const [bare, guarded] = await Promise.all(ended)
    expect(guarded).toEqual(bare)
    expect(bare).not.toMatchObject({ message: 'it did not fail' })
  })

  test('an error of the server comes through as it is', async () => {
    const bad = await startSandbox({ scenarios: { default: { fail: { status: 503, message: 'later' } } } })
    const [bare, guarded] = await Promise.all(
      agents.map((make) => errorOf(make(connect(bad.url)).invoke({ messages: sound() }))),
    )
    expect(guarded).toEqual(bare)
    const alone = createAgent({ model: connect(bad.url), tools: [], middleware: [guardMiddleware()] })
    const error: Error = await alone.invoke({ messages: sound() }).catch((reason) => reason)
    expect(error.cause, 'the error itself').toMatchObject({ status: 503, message: '503 later' })
    await bad.close()
  })

  test('calls at the same time, and 20 MB', async () => {
    const reports: Report[] = []
    const middleware = [guardMiddleware({ onRepair: (report) => reports.push(report) })]
    const agent = createAgent({ model: openai(), tools: [], middleware })
    const asked = Array.from({ length: 20 }, async (_, turn) => {
      const { messages } = await agent.invoke({ messages: turn % 2 === 0 ? sound() : open() })
      return messages.at(-1)?.text
    })
    expect(await Promise.all(asked)).not.toContain('')
    expect(reports.length).toBe(10)
    const large = [user('Hi'), call('a', 'b'), result('b', 'x'.repeat(20e6)), user('Go on.')]
    expect((await agent.invoke({ messages: large })).messages.at(-1)?.text).not.toBe('')
    expect(lastBody().length).toBeGreaterThan(20e6)
  })

  test('frozen messages are mended and stay as they were', () => {
    const messages = Object.freeze(open().map((message) => Object.freeze(message))) as BaseMessage[]
    expect(repairMessages(messages).length).toBe(messages.length + 1)
    expect(told(messages)).toEqual(told(open()))
  })
})

test('what is sound stays the same list, and what is untouched the same message', () => {
  const list = sound()
  expect(repairMessages(list)).toBe(list)
  const broken = [new SystemMessage('Be kind.'), ...open()]
  const mended = repairMessages(broken)
  expect([mended[0], mended[1], mended[2]]).toEqual([broken[0], broken[1], broken[2]])
  expect(mended[2]).toBe(broken[2])
})
