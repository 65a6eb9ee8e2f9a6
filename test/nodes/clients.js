// @ts-check
// Sends a broken conversation with clients that need Node 22, without a guard and with it, and prints what each of them heard.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { GoogleGenAI } from '@google/genai'
import { guard, guardFetch } from '@mortise/core/guard'
import { guardMiddleware, repairModelMessages } from '@mortise/core/guard/ai-sdk'
import { generateText, streamText, wrapLanguageModel } from 'ai'
import OpenAI from 'openai'

const url = String(process.argv[2])
const question = 'list the files'

/** @type {any[]} A result whose call was cut off: the AI SDK lets it pass, and no provider does. */
const modelMessages = [
  { role: 'user', content: question },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'c1', toolName: 'ls', output: { type: 'text', value: 'a' } },
    ],
  },
]
/** @type {any[]} An open call: the AI SDK refuses it before any middleware. */
const openMessages = [
  { role: 'user', content: question },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'ls', input: {} }] },
  { role: 'user', content: 'and now?' },
]
/** @type {any} */
const chat = {
  model: 'gpt-5.2',
  messages: [
    { role: 'user', content: question },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'ls', arguments: '{}' } }],
    },
    { role: 'user', content: 'and now?' },
  ],
}
/** @type {any} */
const items = {
  model: 'gpt-5.2',
  input: [
    { role: 'user', content: question },
    { type: 'function_call', call_id: 'c1', name: 'ls', arguments: '{}' },
  ],
}
/** @type {any} */
const contents = {
  model: 'gemini-2.5-pro',
  contents: [
    { role: 'user', parts: [{ text: question }] },
    { role: 'model', parts: [{ functionCall: { name: 'ls', args: {} } }] },
    { role: 'user', parts: [{ text: 'and now?' }] },
  ],
}

const openai = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 })
const google = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } })

/** @param {AsyncIterable<any>} stream @param {(piece: any) => string | null | undefined} textOf */
async function whole(stream, textOf) {
  let text = ''
  for await (const piece of stream) text += textOf(piece) ?? ''
  return text
}

/** @type {readonly (readonly [string, (isGuarded: boolean) => Promise<string | null | undefined>])[]} */
const runs = [
  [
    'openai, chat',
    async (isGuarded) => {
      const client = isGuarded ? guard(openai) : openai
      return (await client.chat.completions.create(chat)).choices[0]?.message.content
    },
  ],
  [
    'openai, chat as a stream',
    async (isGuarded) => {
      const client = isGuarded ? guard(openai) : openai
      /** @type {any} */
      const stream = await client.chat.completions.create({ ...chat, stream: true })
      return whole(stream, ({ choices }) => choices[0]?.delta.content)
    },
  ],
  [
    'openai, responses',
    async (isGuarded) => (await (isGuarded ? guard(openai) : openai).responses.create(items)).output_text,
  ],
  [
    'openai, a guarded fetch',
    async (isGuarded) => {
      const client = openai.withOptions(isGuarded ? { fetch: guardFetch(fetch) } : {})
      return (await client.chat.completions.create(chat)).choices[0]?.message.content
    },
  ],
  [
    'genai',
    async (isGuarded) => (await (isGuarded ? guard(google) : google).models.generateContent(contents)).text,
  ],
  [
    'genai as a stream',
    async (isGuarded) => {
      const stream = await (isGuarded ? guard(google) : google).models.generateContentStream(contents)
      return whole(stream, ({ text }) => text)
    },
  ],
  ...[
    /** @type {const} */ (['anthropic', createAnthropic, 'claude-opus-4-8']),
    /** @type {const} */ (['openai', createOpenAI, 'gpt-5.2']),
  ].flatMap(([name, create, model]) => {
    /** @param {object} more */
    const modelOf = (more) => {
      /** @type {any} */
      const provider = create({ apiKey: 'none', baseURL: `${url}/v1`, ...more })
      return provider[name === 'openai' ? 'chat' : 'languageModel'](model)
    }
    /** @param {any} own @param {any[]} messages */
    const said = async (own, messages) => (await generateText({ model: own, messages, maxRetries: 0 })).text
    return [
      /** @type {const} */ ([
        `ai, a guarded fetch of ${name}`,
        /** @param {boolean} isGuarded */
        (isGuarded) => said(modelOf(isGuarded ? { fetch: guardFetch(fetch) } : {}), modelMessages),
      ]),
      /** @type {const} */ ([
        `ai, the middleware with ${name}`,
        /** @param {boolean} isGuarded */
        (isGuarded) => {
          const bare = modelOf({})
          const middleware = /** @type {any} */ (guardMiddleware())
          return said(isGuarded ? wrapLanguageModel({ model: bare, middleware }) : bare, modelMessages)
        },
      ]),
      /** @type {const} */ ([
        `ai, mended messages for ${name}`,
        /** @param {boolean} isGuarded */
        async (isGuarded) => {
          const messages = isGuarded ? /** @type {any[]} */ (repairModelMessages(openMessages)) : openMessages
          const { textStream } = streamText({
            model: modelOf({}),
            messages,
            maxRetries: 0,
            onError: ({ error }) => {
              throw error
            },
          })
          return whole(textStream, String)
        },
      ]),
    ]
  }),
]

/** @param {boolean} isGuarded @param {typeof runs[number][1]} run */
async function heard(isGuarded, run) {
  try {
    return String(await run(isGuarded))
  } catch (error) {
    return error instanceof Error ? error.name : 'thrown'
  }
}

const rows = []
for (const [name, run] of runs)
  rows.push({ name, bare: await heard(false, run), guarded: await heard(true, run) })
process.stdout.write(JSON.stringify(rows))
