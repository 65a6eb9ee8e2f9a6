import Anthropic from '@anthropic-ai/sdk'
import { BedrockRuntimeClient, ConverseCommand, ValidationException } from '@aws-sdk/client-bedrock-runtime'
import { ApiError, GoogleGenAI } from '@google/genai'
import { HTTPClient, Mistral } from '@mistralai/mistralai'
import { MistralError } from '@mistralai/mistralai/models/errors'
import { guard, guardFetch } from '@mortise/core/guard'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import OpenAI from 'openai'
import { afterAll, describe, expect, test } from 'vitest'
import { type SeenRequest, startSandbox } from '../../app/src/sandbox/index.ts'
import { anthropic } from './drivers/anthropic.ts'
import { bedrock } from './drivers/bedrock.ts'
import { google } from './drivers/google.ts'
import { mistral } from './drivers/mistral.ts'
import { chat, responses } from './drivers/openai.ts'
import type { Wrap } from './ears/ear.ts'
import { errorOf } from './trouble.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())
const { url } = sandbox
const lastRequest = (): SeenRequest => sandbox.requests.at(-1)!

const bare: Wrap = (client) => client
const reporting: Wrap = (client) => guard(client, { policy: 'report' })

const credentials = { accessKeyId: 'none', secretAccessKey: 'none' }
const amazon = { region: 'us-east-1', endpoint: url, credentials, maxAttempts: 1 }
const once = { apiKey: 'none', maxRetries: 0 }

const invalid = 'invalid_request_error'
const unanswered =
  'messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: call00001. Each `tool_use` block must have a corresponding `tool_result` block in the next message.'
const followed =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call00001"
const counted =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'

type Refusal = [
  name: string,
  call: (wrap: Wrap) => Promise<unknown>,
  kind: new (...args: never[]) => Error,
  told: object,
]

/** What a refusal is to a program that catches it: the client's own class, with all that the API said. */
const refusals: readonly Refusal[] = [
  [
    '@anthropic-ai/sdk',
    (wrap) => wrap(new Anthropic({ ...once, baseURL: url })).messages.create(anthropic.broken(2, 9) as never),
    Anthropic.BadRequestError,
    {
      status: 400,
      requestID: expect.stringMatching(/^req_/),
      error: { type: 'error', error: { type: invalid, message: unanswered } },
    },
  ],
  [
    'openai, chat',
    (wrap) =>
      wrap(new OpenAI({ ...once, baseURL: `${url}/v1` })).chat.completions.create(chat.broken(2, 9) as never),
    OpenAI.BadRequestError,
    {
      status: 400,
      message: `400 ${followed}`,
      type: invalid,
      param: 'messages.[3].role',
      code: null,
      requestID: expect.stringMatching(/^req_/),
    },
  ],
  [
    'openai, responses',
    (wrap) =>
      wrap(new OpenAI({ ...once, baseURL: `${url}/v1` })).responses.create(responses.broken(2, 9) as never),
    OpenAI.BadRequestError,
    {
      status: 400,
      message: '400 No tool output found for function call call00001.',
      type: invalid,
      param: 'input',
      code: null,
    },
  ],
  [
    '@google/genai',
    (wrap) =>
      wrap(new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } })).models.generateContent(
        google.broken(2, 9) as never,
      ),
    ApiError,
    {
      status: 400,
      message: JSON.stringify({ error: { code: 400, message: counted, status: 'INVALID_ARGUMENT' } }),
    },
  ],
  [
    '@aws-sdk/client-bedrock-runtime',
    (wrap) => wrap(new BedrockRuntimeClient(amazon)).send(new ConverseCommand(bedrock.broken(2, 9) as never)),
    ValidationException,
    {
      name: 'ValidationException',
      message: 'Expected toolResult blocks at messages.4.content for the following Ids: call00001',
      $fault: 'client',
      $metadata: { httpStatusCode: 400, attempts: 1, requestId: expect.stringMatching(/^\w{24}$/) },
    },
  ],
  [
    '@mistralai/mistralai',
    (wrap) =>
      wrap(new Mistral({ apiKey: 'none', serverURL: url, retryConfig: { strategy: 'none' } })).chat.complete(
        mistral.broken(2, 9) as never,
      ),
    MistralError,
    {
      statusCode: 400,
      body: expect.stringContaining('"message":"Not the same number of function calls and responses"'),
    },
  ],
]

describe.each(refusals)('%s', (_, call, kind, told) => {
  test.each([
    ['bare', bare],
    ['under a guard that changes nothing', reporting],
  ])('%s: a refusal is an error of the client’s own', async (_, wrap) => {
    const error: unknown = await call(wrap).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject(told)
  })
})

describe('what is counted', () => {
  const client = new Anthropic({ ...once, baseURL: url })
  const { max_tokens: _, ...open } = anthropic.broken(2, 9) as Anthropic.MessageCreateParamsNonStreaming

  test('by Anthropic', async () => {
    await expect(client.messages.countTokens(open)).rejects.toThrow(unanswered)
    expect((await guard(client).messages.countTokens(open)).input_tokens).toBeGreaterThan(0)
    expect(lastRequest()).toMatchObject({ path: '/v1/messages/count_tokens', status: 200 })
  })

  test('by Google', async () => {
    const { models } = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } })
    const { model, contents } = google.broken(2, 9) as { model: string; contents: object[] }
    await expect(models.countTokens({ model, contents })).rejects.toThrow(counted)
  })
})

describe('AWS', () => {
  const command = (): ConverseCommand => new ConverseCommand(bedrock.broken(2, 9) as never)

  test.each([
    ['HTTP/2, as it likes best', {}, true],
    ['HTTP/1.1', { requestHandler: new NodeHttpHandler() }, false],
  ])('speaks %s', async (_, options, isSecond) => {
    const client = new BedrockRuntimeClient({ ...amazon, ...options })
    await expect(client.send(command())).rejects.toThrow('Expected toolResult blocks')
    expect((await guard(client).send(command())).stopReason).toBe('end_turn')
    expect(':method' in lastRequest().headers).toBe(isSecond)
  })
})

describe('a client that throws', () => {
  const fail = (): never => {
    throw new TypeError('no network today')
  }
  const throwing: readonly [string, (wrap: Wrap) => Promise<unknown>][] = [
    [
      '@anthropic-ai/sdk',
      (wrap) =>
        wrap(new Anthropic({ ...once, fetch: fail })).messages.create(anthropic.broken(2, 9) as never),
    ],
    [
      'openai',
      (wrap) =>
        wrap(new OpenAI({ ...once, fetch: fail })).chat.completions.create(chat.broken(2, 9) as never),
    ],
    [
      '@aws-sdk/client-bedrock-runtime',
      (wrap) => {
        const requestHandler = { handle: fail }
        return wrap(new BedrockRuntimeClient({ ...amazon, requestHandler })).send(
          new ConverseCommand(bedrock.broken(2, 9) as never),
        )
      },
    ],
    [
      '@mistralai/mistralai',
      (wrap) => {
        const httpClient = new HTTPClient({ fetcher: fail })
        const options = { apiKey: 'none', httpClient, retryConfig: { strategy: 'none' as const } }
        return wrap(new Mistral(options)).chat.complete(mistral.broken(2, 9) as never)
      },
    ],
  ]

  test.each(throwing)('%s: throws the same behind a guard', async (_, call) => {
    const error = await errorOf(call(bare))
    expect(await errorOf(call((client) => guard(client, { retry: true })))).toEqual(error)
    expect(error).not.toMatchObject({ message: 'it did not fail' })
  })

  test('fetch', async () => {
    const init = { method: 'POST', body: JSON.stringify(anthropic.broken(2, 9)) }
    const broken: typeof fetch = fail
    await expect(guardFetch(broken)(`${url}/v1/messages`, init)).rejects.toThrow('no network today')
  })
})
