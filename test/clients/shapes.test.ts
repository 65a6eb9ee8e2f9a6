import Anthropic from '@anthropic-ai/sdk'
import { BedrockRuntime } from '@aws-sdk/client-bedrock-runtime'
import { type CallableTool, GoogleGenAI } from '@google/genai'
import { HTTPClient, Mistral } from '@mistralai/mistralai'
import type { Report } from '@mortise/core'
import { guard } from '@mortise/core/guard'
import OpenAI, { AzureOpenAI } from 'openai'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../app/src/sandbox/index.ts'
import { errorOf } from './trouble.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
const lastBody = (): Anthropic.MessageCreateParams => JSON.parse(String(sandbox.requests.at(-1)?.body))

const reports: Report[] = []
const bare = (): Anthropic => new Anthropic({ apiKey: 'none', baseURL: sandbox.url, maxRetries: 0 })
const guarded = (): Anthropic => guard(bare(), { onRepair: (report) => reports.push(report) })
const bodyOf = (messages: unknown): Anthropic.MessageCreateParamsNonStreaming =>
  // The shapes below are not those that the types allow; what they are printed as is.
  ({ model: 'claude-opus-4-8', max_tokens: 9, messages }) as Anthropic.MessageCreateParamsNonStreaming

const use = { type: 'tool_use', id: 'a', name: 'look', input: {} }
const answer = { type: 'tool_result', tool_use_id: 'a', content: 'a wall' }
const made = { ...answer, content: expect.stringContaining('no result was recorded'), is_error: true }

/** A message that is printed in another form than it has. */
class Note {
  readonly who: string
  readonly what: unknown
  constructor(who: string, what: unknown) {
    this.who = who
    this.what = what
  }
  toJSON(): object {
    return { role: this.who, content: this.what }
  }
}

/** A part that looks like nothing until it is printed. */
class Tool {
  readonly #id: string
  constructor(id: string) {
    this.#id = id
  }
  toJSON(): object {
    return { ...use, id: this.#id }
  }
}

/** A message that only printing may look at. */
class Shy {
  readonly #message: object
  constructor(message: object) {
    this.#message = message
  }
  get role(): string {
    throw new TypeError('no role today')
  }
  toJSON(): object {
    return this.#message
  }
}

/** A list that is no array. */
class Listed {
  readonly #list: readonly object[]
  constructor(list: readonly object[]) {
    this.#list = list
  }
  [Symbol.iterator](): Iterator<object> {
    return this.#list.values()
  }
  toJSON(): readonly object[] {
    return this.#list
  }
}

/** A message whose members are getters. */
function told(role: string, content: unknown): object {
  const members = { role: () => role, content: () => content }
  const entries = Object.entries(members).map(([name, get]) => [name, { get, enumerable: true }])
  return Object.defineProperties({}, Object.fromEntries(entries))
}

describe('messages of other shapes', () => {
  const shapes: readonly [string, unknown][] = [
    [
      'a list of another kind',
      new Listed([
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [use] },
        { role: 'user', content: 'Go on.' },
      ]),
    ],
    ['getters', [told('user', 'Hi'), told('assistant', [use]), told('user', 'Go on.')]],
    [
      'instances that print themselves',
      [new Note('user', 'Hi'), new Note('assistant', [use]), new Note('user', 'Go on.')],
    ],
    [
      'instances that nobody may look at',
      [
        new Shy({ role: 'user', content: 'Hi' }),
        new Shy({ role: 'assistant', content: [use] }),
        new Shy({ role: 'user', content: 'Go on.' }),
      ],
    ],
    [
      'parts that print themselves',
      [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [new Tool('a')] },
        { role: 'user', content: 'Go on.' },
      ],
    ],
  ]

  test.each(shapes)('%s: mended as they are printed', async (_, messages) => {
    reports.length = 0
    const before = JSON.stringify(messages)
    expect(await errorOf(bare().messages.create(bodyOf(messages)))).toMatchObject({ status: 400 })
    await guarded().messages.create(bodyOf(messages))
    expect(lastBody().messages[1]).toEqual({ role: 'assistant', content: [use] })
    expect(lastBody().messages[2]).toEqual({ role: 'user', content: [made] })
    expect(lastBody().messages[3]).toEqual({ role: 'user', content: 'Go on.' })
    expect(reports.length).toBe(1)
    expect(JSON.stringify(messages)).toBe(before)
  })

  const healthy: readonly [string, unknown[]][] = [
    ['getters', [told('user', 'Hi'), told('assistant', [use]), told('user', [answer])]],
    [
      'instances',
      [new Note('user', 'Hi'), new Note('assistant', [new Tool('a')]), new Note('user', [answer])],
    ],
  ]

  test.each(healthy)('%s that are sound are sent as they are', async (_, messages) => {
    reports.length = 0
    await bare().messages.create(bodyOf(messages))
    const sent = String(sandbox.requests.at(-1)?.body)
    await guarded().messages.create(bodyOf(messages))
    expect(String(sandbox.requests.at(-1)?.body)).toBe(sent)
    expect(reports).toEqual([])
  })

  const hopeless: readonly [string, () => unknown][] = [
    [
      'a getter that throws',
      () => [
        Object.defineProperty({ content: 'Hi' }, 'role', {
          enumerable: true,
          get() {
            throw new TypeError('no role today')
          },
        }),
      ],
    ],
    [
      'a number that JSON has not',
      () => [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [{ ...use, input: { size: 1n } }] },
      ],
    ],
    [
      'a circle',
      () => {
        const message: Record<string, unknown> = { role: 'assistant', content: [use] }
        message.self = message
        return [message]
      },
    ],
    ['no list', () => 'Hi'],
    ['nothing', () => undefined],
  ]

  test.each(hopeless)('%s fails like with the bare client', async (_, messages) => {
    const failure = await errorOf(bare().messages.create(bodyOf(messages())))
    expect(await errorOf(guarded().messages.create(bodyOf(messages())))).toEqual(failure)
    expect(failure).not.toMatchObject({ message: 'it did not fail' })
  })
})

describe('other ways in', () => {
  test('a chat of Google’s, and counting', async () => {
    const client = guard(new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: sandbox.url } }))
    expect(client).toBeInstanceOf(GoogleGenAI)
    const history = [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ functionCall: { name: 'look', args: {} } }] },
    ]
    const model = 'gemini-2.5-flash'
    const chat = client.chats.create({ model, history })
    expect((await chat.sendMessage({ message: 'Go on.' })).text).not.toBe('')
    const { totalTokens } = await client.models.countTokens({ model, contents: history })
    expect(totalTokens).toBeGreaterThan(0)
    const bare = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: sandbox.url } })
    for (const contents of ['Hi', ['Hi', { text: 'there' }], { role: 'user', parts: [{ text: 'Hi' }] }]) {
      await bare.models.generateContent({ model, contents })
      await guard(bare, { onRepair: () => expect.unreachable() }).models.generateContent({ model, contents })
      const [first, second] = sandbox.requests.slice(-2).map(({ body }) => body.toString())
      expect(second).toBe(first)
    }
  })

  test('each step of a tool loop: Google’s own', async () => {
    const looks: unknown[] = []
    const tool: CallableTool = {
      tool: async () => ({ functionDeclarations: [{ name: 'look' }] }),
      callTool: async (calls) => {
        looks.push(...calls)
        return calls.map(({ name = '' }) => ({ functionResponse: { name, response: { output: 'a wall' } } }))
      },
    }
    const steps = [{ say: [{ call: { name: 'look', input: {} } }] }, { say: [{ text: 'A wall.' }] }]
    const loop = await startSandbox({ api: 'gemini', scenarios: { default: steps } })
    const client = guard(new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: loop.url } }))
    const contents = [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ text: '' }, { functionCall: { name: 'look', args: {} } }] },
      { role: 'user', parts: [{ text: 'Go on.' }] },
    ]
    const { text } = await client.models.generateContent({
      model: 'gemini-2.5-flash',
      contents: contents.slice(2),
      config: { tools: [tool] },
    })
    expect([text, looks.length]).toEqual(['A wall.', 1])
    const asked = { model: 'gemini-2.5-flash', contents, config: { tools: [tool] } }
    expect((await client.models.generateContent(asked)).text).toBe('A wall.')
    expect(loop.requests.map(({ status }) => status)).toEqual([200, 200, 200])
    await loop.close()
  })

  test('each step of a tool loop: OpenAI’s own', async () => {
    const steps = [{ say: [{ text: 'Hi.' }] }, { say: [{ call: { name: 'look', input: {} } }] }, {}]
    const loop = await startSandbox({ api: 'openai', scenarios: { default: steps } })
    const client = guard(new OpenAI({ apiKey: 'none', baseURL: `${loop.url}/v1` }))
    const calls = [{ id: 'a', type: 'function' as const, function: { name: 'look', arguments: '{}' } }]
    const runner = client.chat.completions.runTools({
      model: 'gpt-5.2',
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: null, tool_calls: calls },
        { role: 'user', content: 'Go on.' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'look', description: 'Looks.', parameters: {}, function: () => 'a wall' },
        },
      ],
    })
    expect(await runner.finalContent()).not.toBe('')
    expect(loop.requests.map(({ status }) => status)).toEqual([200, 200])
    expect(String(loop.requests[1]?.body)).toContain('no result was recorded')
    await loop.close()
  })

  test('an HTTP client of one’s own, for Mistral', async () => {
    const asked: string[] = []
    const httpClient = new HTTPClient().addHook('beforeRequest', (request) => {
      asked.push(request.url)
    })
    const client = guard(new Mistral({ apiKey: 'none', serverURL: sandbox.url, httpClient }))
    const toolCalls = [{ id: 'abcdefghi', function: { name: 'look', arguments: {} } }]
    await client.chat.complete({
      model: 'mistral-large-latest',
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', toolCalls },
        { role: 'user', content: 'Go on.' },
      ],
    })
    await client.chat.complete({ model: 'mistral-large-latest', messages: [{ role: 'user', content: 'Hi' }] })
    expect(asked).toEqual([`${sandbox.url}/v1/chat/completions`, `${sandbox.url}/v1/chat/completions`])
  })

  test('a middleware of one’s own, for AWS, and commands about something else', async () => {
    const credentials = { accessKeyId: 'none', secretAccessKey: 'none' }
    const bare = new BedrockRuntime({ region: 'us-east-1', endpoint: sandbox.url, credentials })
    bare.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          // What another middleware says is seen too; its types know of every command at once.
          if (commandName === 'ConverseCommand') Object.assign(args.input, { messages: opened })
          return next(args)
        },
      { step: 'initialize' },
    )
    const client = guard(bare)
    expectTypeOf(client).toEqualTypeOf<BedrockRuntime>()
    const answer = await client.converse({ modelId: 'anthropic.claude-sonnet-4-5-20250929-v1:0', toolConfig })
    expect(answer.stopReason).toBe('end_turn')
    const bareError = await errorOf(bare.converse({ modelId: 'a' }))
    expect(bareError).toMatchObject({ name: 'ValidationException' })
    const other = { modelId: 'a', body: JSON.stringify({ messages: opened }) }
    expect(await errorOf(client.invokeModel(other))).toEqual(await errorOf(bare.invokeModel(other)))
  })

  const toolConfig = { tools: [{ toolSpec: { name: 'look', inputSchema: { json: { type: 'object' } } } }] }
  const opened = [
    { role: 'user', content: [{ text: 'Hi' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'look', input: {} } }] },
    {
      role: 'user',
      content: [{ text: 'Go on.' }, { image: { format: 'png', source: { bytes: new Uint8Array(9) } } }],
    },
  ]
})

describe('the client', () => {
  const broken = bodyOf([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [use] },
    { role: 'user', content: 'Go on.' },
  ])

  test('stays as it was', async () => {
    const client = bare()
    guard(client)
    expect(await errorOf(client.messages.create(broken))).toMatchObject({ status: 400 })
  })

  test('has the same type and class, and what is made out of it is guarded too', async () => {
    const client = guarded()
    expectTypeOf(client).toEqualTypeOf<Anthropic>()
    expectTypeOf(guard(new OpenAI({ apiKey: 'none' }))).toEqualTypeOf<OpenAI>()
    expect(client).toBeInstanceOf(Anthropic)
    await client.withOptions({ timeout: 5000 }).messages.create(broken)
  })

  test('counts tokens and speaks in beta as well', async () => {
    const { max_tokens: _, ...counted } = broken
    expect((await guarded().messages.countTokens(counted)).input_tokens).toBeGreaterThan(0)
    await guarded().beta.messages.create(broken)
  })

  test('runs a tool loop', async () => {
    const runner = guarded().beta.messages.toolRunner({ ...broken, tools: [] })
    expect((await runner.runUntilDone()).role).toBe('assistant')
  })

  test('is Azure’s', async () => {
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'user', content: 'Go on.' },
    ]
    const options = { apiKey: 'none', endpoint: sandbox.url, apiVersion: '2025-01-01', deployment: 'gpt' }
    const client = guard(new AzureOpenAI(options))
    expectTypeOf(client).toEqualTypeOf<AzureOpenAI>()
    const { choices } = await client.chat.completions.create({ model: 'gpt-5.2', messages })
    expect(choices.length).toBe(1)
  })

  test.each([
    ['nothing', {}],
    ['a class', Anthropic],
    ['another client of AWS', { middlewareStack: { clone() {}, add() {} }, config: { serviceId: 'S3' } }],
    ['half a client', { baseURL: '/', withOptions() {} }],
  ])('has to be one that is known, not %s', (_, client) => {
    expect(() => guard(client)).toThrow('This is no client that can be guarded.')
  })
})
