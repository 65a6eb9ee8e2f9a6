import Anthropic from '@anthropic-ai/sdk'
import { Mistral } from '@mistralai/mistralai'
import { type About, guard, guardFetch } from '@mortise/core/guard'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../app/src/sandbox/index.ts'

/** Two results in two turns: the API itself joins them, a strict copy of it does not. */
const split: Anthropic.MessageCreateParamsNonStreaming = {
  model: 'claude-opus-4-8',
  max_tokens: 100,
  messages: [
    { role: 'user', content: 'Look around.' },
    {
      role: 'assistant',
      content: ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'look', input: {} })),
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'a wall' }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'b', content: 'a door' }] },
  ],
}

const id = 'call_too_long_for_some'
const call = { id, type: 'function', function: { name: 'look', arguments: '{}' } } as const

/** Ids that one API takes and another does not. */
const foreign: OpenAI.ChatCompletionCreateParamsNonStreaming = {
  model: 'gpt-5.2',
  messages: [
    { role: 'user', content: 'Look around.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: 'a wall' },
  ],
}

interface Options {
  readonly retry: boolean
  readonly onRepair: (report: unknown, about: About) => void
}

type Case = [
  name: string,
  api: string,
  says: string,
  run: (url: string, options: Options) => Promise<unknown>,
]

const cases: readonly Case[] = [
  [
    '@anthropic-ai/sdk',
    'anthropic-strict',
    'without `tool_result` blocks',
    (baseURL, options) =>
      guard(new Anthropic({ apiKey: 'none', baseURL, maxRetries: 0 }), options).messages.create(split),
  ],
  [
    '@anthropic-ai/sdk, streaming, with other options',
    'anthropic-strict',
    'without `tool_result` blocks',
    (baseURL, options) =>
      guard(new Anthropic({ apiKey: 'none', baseURL }), options)
        .withOptions({ maxRetries: 0 })
        .messages.stream(split)
        .finalMessage(),
  ],
  [
    'openai',
    'mistral',
    '400',
    (url, options) =>
      guard(new OpenAI({ apiKey: 'none', baseURL: `${url}/v1` }), options).chat.completions.create(foreign),
  ],
  [
    '@mistralai/mistralai',
    'mistral',
    'Tool call id was',
    (serverURL, options) =>
      guard(new Mistral({ apiKey: 'none', serverURL }), { ...options, api: 'openai' }).chat.complete({
        model: 'gpt-5.2',
        messages: [
          { role: 'user', content: 'Look around.' },
          { role: 'assistant', toolCalls: [call] },
          { role: 'tool', toolCallId: id, name: 'look', content: 'a wall' },
        ],
      }),
  ],
  [
    'fetch',
    'mistral',
    'Tool call id was',
    async (url, options) => {
      const body = JSON.stringify(foreign)
      const response = await guardFetch(fetch, options)(`${url}/v1/chat/completions`, {
        method: 'POST',
        body,
      })
      if (!response.ok) throw new Error(await response.text())
      return response.json()
    },
  ],
  [
    'fetch with a Request',
    'mistral',
    'Tool call id was',
    async (url, options) => {
      const init = { method: 'POST', body: JSON.stringify(foreign) }
      const request = new Request(`${url}/v1/chat/completions`, init)
      const response = await guardFetch(fetch, options)(request)
      if (!response.ok) throw new Error(await response.text())
      return response.json()
    },
  ],
]

describe.each(cases)('%s', (_, api, says, run) => {
  const within = async (body: (sandbox: Sandbox) => Promise<void>): Promise<void> => {
    const sandbox = await startSandbox({ api })
    await body(sandbox).finally(() => sandbox.close())
  }

  test('a refusal comes back where no second attempt was asked for', () =>
    within(async ({ url, requests }) => {
      await expect(run(url, { retry: false, onRepair: () => expect.unreachable() })).rejects.toThrow(says)
      expect(requests.length).toBe(1)
    }))

  test('the second attempt is mended more strictly', () =>
    within(async ({ url, requests }) => {
      const told: About[] = []
      await run(url, { retry: true, onRepair: (_, about) => told.push(about) })
      expect(requests.map(({ status }) => status)).toEqual([400, 200])
      expect(told.map(({ isRetry }) => isRetry)).toEqual([true])
    }))
})

test('what is refused for another reason is sent once', async () => {
  const sandbox = await startSandbox({ api: 'openai', scenarios: { default: { fail: { status: 400 } } } })
  const client = guard(new OpenAI({ apiKey: 'none', baseURL: `${sandbox.url}/v1` }), { retry: true })
  await expect(client.chat.completions.create(foreign)).rejects.toThrow('400')
  expect(sandbox.requests.length).toBe(1)
  await sandbox.close()
})
