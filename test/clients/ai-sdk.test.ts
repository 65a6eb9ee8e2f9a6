import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import type { Report } from '@mortise/core'
import { guardFetch } from '@mortise/core/guard'
import { guardMiddleware, repairModelMessages, repairUIMessages } from '@mortise/core/guard/ai-sdk'
import {
  convertToModelMessages,
  generateText,
  type LanguageModel,
  type LanguageModelMiddleware,
  type ModelMessage,
  streamText,
  type UIMessage,
  wrapLanguageModel,
} from 'ai'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { type Sandbox, type ScenarioStep, startSandbox } from '../../app/src/sandbox/index.ts'
import { errorOf, frozen } from './trouble.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const providers = {
  anthropic: (url: string, fetch?: typeof globalThis.fetch) =>
    createAnthropic({ apiKey: 'none', baseURL: `${url}/v1`, ...(fetch && { fetch }) })('claude-opus-4-8'),
  openai: (url: string, fetch?: typeof globalThis.fetch) =>
    createOpenAI({ apiKey: 'none', baseURL: `${url}/v1`, ...(fetch && { fetch }) }).chat('gpt-5.2'),
} as const

const run = { plain, streaming } as const

async function plain(model: LanguageModel, messages: ModelMessage[]): Promise<string> {
  return (await generateText({ model, messages, maxRetries: 0 })).text
}

async function streaming(model: LanguageModel, messages: ModelMessage[]): Promise<string> {
  const failures: unknown[] = []
  const onError = ({ error }: { readonly error: unknown }): void => {
    failures.push(error)
  }
  let said = ''
  for await (const piece of streamText({ model, messages, maxRetries: 0, onError }).textStream) said += piece
  if (failures.length > 0) throw failures[0]
  return said
}

const call = (id: string): ModelMessage => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: id, toolName: 'look', input: {} }],
})
const result = (id: string, value: string): ModelMessage => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: id, toolName: 'look', output: { type: 'text', value } }],
})
const user = (content: string): ModelMessage => ({ role: 'user', content })

/** A result whose call was cut off: the AI SDK lets it pass, and no provider does. */
const stray = [result('a', 'a wall'), user('Go on.')]
const open = [user('Hi'), call('a'), user('Go on.')]
const sound = [user('Hi'), call('a'), result('a', 'a wall'), user('Go on.')]

const ways = Object.entries(providers).flatMap(([provider, model]) =>
  Object.entries(run).map(([manner, ask]) => ({ provider, model, manner, ask })),
)

describe.each(ways)('$provider, $manner', ({ model, ask }) => {
  test('a middleware mends the prompt', async () => {
    const reports: Report[] = []
    const middleware: LanguageModelMiddleware = guardMiddleware({ onRepair: (one) => reports.push(one) })
    const guarded = wrapLanguageModel({ model: model(sandbox.url), middleware })
    await expect(ask(model(sandbox.url), stray)).rejects.toThrow(/tool_use_id|'tool'/)
    expect(await ask(guarded, frozen(stray))).not.toBe('')
    expect(reports.map(({ found }) => found.map(({ rule }) => rule))).toEqual([['result-without-call']])
    expect(String(sandbox.requests.at(-1)?.body)).toContain('a wall')
  })

  test('what is sound reaches the wire byte for byte', async () => {
    const middleware = guardMiddleware({ onRepair: () => expect.unreachable() })
    const fetch = guardFetch(globalThis.fetch, { onRepair: () => expect.unreachable() })
    await ask(model(sandbox.url), sound)
    await ask(wrapLanguageModel({ model: model(sandbox.url, fetch), middleware }), sound)
    const [bare, guarded] = sandbox.requests.slice(-2).map(({ body }) => body.toString())
    expect(guarded).toBe(bare)
  })

  test('a guarded fetch mends what the provider makes of it', async () => {
    expect(await ask(model(sandbox.url, guardFetch(fetch)), stray)).not.toBe('')
    expect(String(sandbox.requests.at(-1)?.body)).toContain('a wall')
  })

  test('messages are mended before the AI SDK looks at them', async () => {
    await expect(ask(model(sandbox.url), open)).rejects.toThrow('Tool result is missing for tool call a.')
    const messages = repairModelMessages(frozen(open))
    expectTypeOf(messages).toEqualTypeOf<ModelMessage[]>()
    expect(await ask(model(sandbox.url), messages)).not.toBe('')
  })
})

describe('in trouble', () => {
  const guardedModel = (url: string): LanguageModel =>
    wrapLanguageModel({ model: providers.anthropic(url), middleware: guardMiddleware() })
  const both = [providers.anthropic, guardedModel]

  test.each(Object.entries(run))('%s: an abort ends it like without a guard', async (manner) => {
    const ended = both.map(async (model) => {
      const controller = new AbortController()
      const scenarios = { default: { delay: 60_000 } }
      const slow = await startSandbox({ scenarios, onRequest: () => controller.abort() })
      const question = {
        model: model(slow.url),
        messages: sound,
        maxRetries: 0,
        abortSignal: controller.signal,
      }
      const asked =
        manner === 'plain'
          ? generateText(question)
          : streamText({ ...question, onError: () => {} }).consumeStream({ onError: rethrow })
      const error = await errorOf(Promise.resolve(asked))
      await slow.close()
      return error
    })
    const [bare, guarded] = await Promise.all(ended)
    expect(guarded).toEqual(bare)
  })

  const failures: readonly [string, ScenarioStep][] = [
    ['an error of the server', { fail: { status: 503, message: 'come back later' } }],
    ['an error in the middle', { say: [{ text: 'One, two, three.' }], piece: 2, fail: { after: 3 } }],
    ['a broken connection', { say: [{ text: 'One, two, three.' }], piece: 2, cut: 3 }],
  ]

  test.each(failures)('%s comes through as it is', async (_, step) => {
    const bad = await startSandbox({ scenarios: { default: step } })
    for (const ask of [plain, streaming]) {
      const [bare, guarded] = await Promise.all(both.map((model) => errorOf(ask(model(bad.url), sound))))
      expect(guarded).toEqual(bare)
      expect(bare).not.toMatchObject({ message: 'it did not fail' })
    }
    await bad.close()
  })

  test('calls at the same time, and 20 MB', async () => {
    const reports: Report[] = []
    const middleware = guardMiddleware({ onRepair: (report) => reports.push(report) })
    const model = wrapLanguageModel({ model: providers.openai(sandbox.url), middleware })
    const asked = Array.from({ length: 20 }, (_, turn) => plain(model, turn % 2 === 0 ? sound : stray))
    expect(await Promise.all(asked)).not.toContain('')
    expect(reports.length).toBe(10)
    expect(await plain(model, [result('a', 'x'.repeat(20e6)), user('Go on.')])).not.toBe('')
    expect(sandbox.requests.at(-1)?.body.length).toBeGreaterThan(20e6)
  })
})

const rethrow = (error: unknown): never => {
  throw error
}

describe('messages of a chat', () => {
  const interrupted: UIMessage[] = [
    { id: '1', role: 'user', parts: [{ type: 'text', text: 'Look around.' }] },
    {
      id: '2',
      role: 'assistant',
      parts: [{ type: 'tool-look', toolCallId: 'a', state: 'input-available', input: {} }],
    },
    { id: '3', role: 'user', parts: [{ type: 'text', text: 'Go on.' }] },
  ]
  const model = (): LanguageModel => providers.anthropic(sandbox.url)

  test('an interrupted call is answered', async () => {
    await expect(plain(model(), await convertToModelMessages(interrupted))).rejects.toThrow(
      'Tool result is missing',
    )
    const mended = repairUIMessages(frozen(interrupted))
    expectTypeOf(mended).toEqualTypeOf<UIMessage[]>()
    expect(await plain(model(), await convertToModelMessages(mended))).not.toBe('')
    expect(mended[0]).toBe(interrupted[0])
  })

  test('what is sound stays the same list', () => {
    const sound = interrupted.filter(({ role }) => role === 'user')
    expect(repairUIMessages(sound)).toBe(sound)
  })
})
