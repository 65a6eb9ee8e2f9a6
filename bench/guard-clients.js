// @ts-check
import { register } from 'node:module'

/**
 * @typedef {object} Client
 * @property {string} name
 * @property {string} bar
 * @property {(url: string, guard: typeof import('../core/dist/guard/index.js'), clock: Clock) => Promise<() => Promise<unknown>>} connect A guarded client that makes one call, the same each time.
 */

/**
 * Told where a call comes to the guard, and where the guard hands it on.
 *
 * @typedef {object} Clock
 * @property {() => void} enter
 * @property {() => void} leave
 */

/**
 * Tells the clock of a method.
 *
 * @param {any} holder @param {string} name @param {() => void} tick
 */
function tickAt(holder, name, tick) {
  const method = holder[name]
  holder[name] = function (/** @type {unknown[]} */ ...args) {
    tick()
    return method.apply(this, args)
  }
}

const calls = 457
const ids = Array.from({ length: calls }, (_, turn) => `call${String(turn).padStart(5, '0')}`)
const output = 'drwxr-xr-x 2 root root 4096 "src"\n'.repeat(30)

register('../test/clients/resolve.js', import.meta.url)

/** A module that only `test/clients` has. @param {string} name @returns {Promise<any>} */
const load = (name) => import(name)

const messages = [
  { role: 'user', content: 'Look around.' },
  ...ids.flatMap((id) => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'look', input: { at: id } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] },
  ]),
]
const chat = [
  { role: 'user', content: 'Look around.' },
  ...ids.flatMap((id) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: id, content: output },
  ]),
]
const items = [
  { role: 'user', content: 'Look around.' },
  ...ids.flatMap((id) => [
    { type: 'function_call', call_id: id, name: 'look', arguments: '{}' },
    { type: 'function_call_output', call_id: id, output },
  ]),
]
const contents = [
  { role: 'user', parts: [{ text: 'Look around.' }] },
  ...ids.flatMap((id) => [
    { role: 'model', parts: [{ functionCall: { id, name: 'look', args: { at: id } } }] },
    { role: 'user', parts: [{ functionResponse: { id, name: 'look', response: { output } } }] },
  ]),
]
const said = [
  { role: 'user', content: [{ text: 'Look around.' }] },
  ...ids.flatMap((toolUseId) => [
    { role: 'assistant', content: [{ toolUse: { toolUseId, name: 'look', input: { at: toolUseId } } }] },
    { role: 'user', content: [{ toolResult: { toolUseId, content: [{ text: output }] } }] },
  ]),
]
const camel = [
  { role: 'user', content: 'Look around.' },
  ...ids.flatMap((id) => [
    { role: 'assistant', toolCalls: [{ id, function: { name: 'look', arguments: '{}' } }] },
    { role: 'tool', toolCallId: id, name: 'look', content: output },
  ]),
]

/** @type {readonly Client[]} */
export const clients = [
  {
    name: '@anthropic-ai/sdk',
    bar: 'guard',
    async connect(baseURL, { guard }, clock) {
      const { Anthropic } = await load('@anthropic-ai/sdk')
      const client = clocked(Anthropic, { apiKey: 'none', baseURL }, guard, clock)
      return () => client.messages.create({ model: 'claude-opus-4-8', max_tokens: 9, messages })
    },
  },
  {
    name: 'openai, chat',
    bar: 'guard',
    async connect(url, { guard }, clock) {
      const { OpenAI } = await load('openai')
      const client = clocked(OpenAI, { apiKey: 'none', baseURL: `${url}/v1` }, guard, clock)
      return () => client.chat.completions.create({ model: 'gpt-5.2', messages: chat })
    },
  },
  {
    name: 'openai, responses',
    bar: 'guard',
    async connect(url, { guard }, clock) {
      const { OpenAI } = await load('openai')
      const client = clocked(OpenAI, { apiKey: 'none', baseURL: `${url}/v1` }, guard, clock)
      const reasoning = { effort: 'none' }
      return () => client.responses.create({ model: 'gpt-5.2', reasoning, input: items })
    },
  },
  {
    name: '@google/genai',
    bar: 'guard',
    async connect(baseUrl, { guard }, { enter, leave }) {
      const { GoogleGenAI, Models } = await load('@google/genai')
      tickAt(Models.prototype, 'generateContentInternal', leave)
      const client = guard(new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } }))
      tickAt(client.models, 'generateContentInternal', enter)
      return () => client.models.generateContent({ model: 'gemini-2.5-flash', contents })
    },
  },
  {
    name: '@aws-sdk/client-bedrock-runtime',
    bar: 'guard',
    async connect(endpoint, { guard }, { enter, leave }) {
      const { BedrockRuntimeClient, ConverseCommand } = await load('@aws-sdk/client-bedrock-runtime')
      const credentials = { accessKeyId: 'none', secretAccessKey: 'none' }
      const client = guard(new BedrockRuntimeClient({ region: 'us-east-1', endpoint, credentials }))
      for (const [relation, tick] of Object.entries({ before: enter, after: leave })) {
        const middleware = (/** @type {any} */ next) => (/** @type {any} */ args) => {
          tick()
          return next(args)
        }
        client.middlewareStack.addRelativeTo(middleware, { relation, toMiddleware: 'mortiseGuard' })
      }
      const toolSpec = { name: 'look', inputSchema: { json: { type: 'object' } } }
      const input = {
        modelId: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
        toolConfig: { tools: [{ toolSpec }] },
        messages: said,
      }
      return () => client.send(new ConverseCommand(input))
    },
  },
  {
    name: '@mistralai/mistralai',
    bar: 'guard',
    async connect(serverURL, { guard }, { enter, leave }) {
      const { Mistral } = await load('@mistralai/mistralai')
      const bare = new Mistral({ apiKey: 'none', serverURL })
      tickAt(bare.chat, 'complete', leave)
      const client = guard(bare)
      tickAt(client.chat, 'complete', enter)
      return () => client.chat.complete({ model: 'mistral-large-latest', messages: camel })
    },
  },
  {
    name: 'fetch, body printed each time',
    bar: 'guarded fetch',
    async connect(url, { guardFetch }, { enter, leave }) {
      /** @type {typeof fetch} */
      const bare = (input, init) => {
        leave()
        return fetch(input, init)
      }
      const send = guardFetch(bare)
      return async () => {
        const body = JSON.stringify({ model: 'gpt-5.2', messages: chat })
        // It is printed in pieces, which whoever reads it first has to join: without a guard, the client.
        body.charCodeAt(body.length - 1)
        enter()
        return (await send(`${url}/v1/chat/completions`, { method: 'POST', body })).json()
      }
    },
  },
]

/**
 * A guarded client of Anthropic's or OpenAI's making whose guard is clocked.
 *
 * @param {any} Client @param {object} options @param {(client: any) => any} guard @param {Clock} clock
 */
function clocked(Client, options, guard, { enter, leave }) {
  const Leaving = /** @type {any} */ (class extends Client {})
  tickAt(Leaving.prototype, 'buildRequest', leave)
  const client = guard(new Leaving(options))
  tickAt(client, 'buildRequest', enter)
  return client
}
