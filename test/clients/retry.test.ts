import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
  ConverseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime'
import { GoogleGenAI } from '@google/genai'
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { Mistral } from '@mistralai/mistralai'
import { type Rulebook, rulebooks } from '@mortise/core'
import { type About, guard, guardFetch } from '@mortise/core/guard'
import { generateText, type LanguageModel, type ModelMessage, streamText } from 'ai'
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

/** An API as someone knows it who takes calls without results for legal. */
function lenient(name: string): Rulebook {
  const rulebook = rulebooks.find((each) => each.name === name)
  if (rulebook === undefined) throw new Error(`There is no rulebook \`${name}\`.`)
  const { 'call-without-result': _, ...rows } = rulebook.rows
  return { ...rulebook, rows }
}

/** A call without a result, for Google and for AWS. */
const unanswered = {
  model: 'gemini-2.5-flash',
  contents: [
    { role: 'user', parts: [{ text: 'Look around.' }] },
    { role: 'model', parts: [{ functionCall: { name: 'look', args: {} } }] },
    { role: 'user', parts: [{ text: 'Go on.' }] },
  ],
}
const unansweredThere: ConverseCommandInput = {
  modelId: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
  toolConfig: { tools: [{ toolSpec: { name: 'look', inputSchema: { json: { type: 'object' } } } }] },
  messages: [
    { role: 'user', content: [{ text: 'Look around.' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'look', input: {} } }] },
    { role: 'user', content: [{ text: 'Go on.' }] },
  ],
}

const connectGoogle = (baseUrl: string, options: Options): GoogleGenAI =>
  guard(new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } }), { ...options, api: lenient('gemini') })

const connectAmazon = (endpoint: string, options: Options): BedrockRuntimeClient => {
  const credentials = { accessKeyId: 'none', secretAccessKey: 'none' }
  const client = new BedrockRuntimeClient({ region: 'us-east-1', endpoint, credentials, maxAttempts: 1 })
  return guard(client, { ...options, api: lenient('bedrock') })
}

/** Goes through a stream to its end. */
async function drain(stream: AsyncIterable<unknown> | undefined): Promise<void> {
  for await (const _ of stream ?? []);
}

interface Options {
  readonly retry: boolean
  readonly onRepair: (report: unknown, about: About) => void
}

/** The same ids, as frameworks have them. */
const asked = {
  maxRetries: 0,
  messages: [
    { role: 'user', content: 'Look around.' },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: 'look', input: {} }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: id, toolName: 'look', output: { type: 'text', value: 'a wall' } },
      ],
    },
  ] satisfies ModelMessage[],
}
const chain = (): BaseMessage[] => [
  new HumanMessage('Look around.'),
  new AIMessage({ content: '', tool_calls: [{ id, name: 'look', args: {} }] }),
  new ToolMessage({ content: 'a wall', tool_call_id: id }),
]

const aiModel = (url: string, options: Options): LanguageModel =>
  createOpenAI({ apiKey: 'none', baseURL: `${url}/v1`, fetch: guardFetch(fetch, options) }).chat('gpt-5.2')
const chatModel = (url: string, options: Options): ChatOpenAI => {
  const configuration = { baseURL: `${url}/v1`, fetch: guardFetch(fetch, options) }
  return new ChatOpenAI({ apiKey: 'none', model: 'gpt-5.2', maxRetries: 0, configuration })
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
    '@google/genai',
    'gemini',
    'number of function response parts',
    (url, options) => connectGoogle(url, options).models.generateContent(unanswered),
  ],
  [
    '@google/genai, streaming',
    'gemini',
    'number of function response parts',
    async (url, options) => drain(await connectGoogle(url, options).models.generateContentStream(unanswered)),
  ],
  [
    '@google/genai, a chat',
    'gemini',
    'number of function response parts',
    (url, options) => {
      const { model, contents } = unanswered
      const chat = connectGoogle(url, options).chats.create({ model, history: contents.slice(0, 2) })
      return chat.sendMessage({ message: 'Go on.' })
    },
  ],
  [
    '@aws-sdk/client-bedrock-runtime',
    'bedrock',
    'Expected toolResult blocks at messages.2.content for the following Ids: a',
    (url, options) => connectAmazon(url, options).send(new ConverseCommand(unansweredThere)),
  ],
  [
    '@aws-sdk/client-bedrock-runtime, streaming',
    'bedrock',
    'Expected toolResult blocks at messages.2.content for the following Ids: a',
    async (url, options) => {
      const command = new ConverseStreamCommand(unansweredThere)
      return drain((await connectAmazon(url, options).send(command)).stream)
    },
  ],
  [
    'AI SDK with a guarded fetch',
    'mistral',
    'Bad Request',
    (url, options) => generateText({ ...asked, model: aiModel(url, options) }),
  ],
  [
    'AI SDK with a guarded fetch, streaming',
    'mistral',
    'Bad Request',
    async (url, options) => {
      let failure: unknown
      const onError = ({ error }: { readonly error: unknown }): void => {
        failure = error
      }
      await drain(streamText({ ...asked, model: aiModel(url, options), onError }).textStream)
      if (failure !== undefined) throw failure
    },
  ],
  [
    'LangChain with a guarded fetch',
    'mistral',
    '400',
    (url, options) => chatModel(url, options).invoke(chain()),
  ],
  [
    'LangChain with a guarded fetch, streaming',
    'mistral',
    '400',
    async (url, options) => drain(await chatModel(url, options).stream(chain())),
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
