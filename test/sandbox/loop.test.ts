import { afterAll, describe, expect, test } from 'vitest'
import { servedApis, startSandbox } from '../../app/src/sandbox/index.ts'
import { complaints } from '../oracle/index.ts'
import { ask } from './ask.ts'
import { formatOf, wireOf } from './requests.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())

type Json = Readonly<Record<string, unknown>>
type List = readonly Json[]

/** How a tool is used in a format: what declares it, what begins, and what an answer and its results add. */
interface Loop {
  readonly start: Json
  readonly add: (answer: Json) => Json
}

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const user = { role: 'user', content: 'x' }

const loops: Readonly<Record<string, Loop>> = {
  'anthropic-messages': {
    start: { messages: [user], tools: [{ name: 'look', input_schema: schema }] },
    add: ({ content }) => {
      const calls = (content as List).filter(({ type }) => type === 'tool_use')
      const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'y' }))
      return {
        messages: [user, { role: 'assistant', content }, { role: 'user', content: results }],
      }
    },
  },
  'openai-chat': {
    start: {
      messages: [user],
      tools: [{ type: 'function', function: { name: 'look', parameters: schema } }],
    },
    add: (answer) => {
      const choices = answer.choices as readonly { readonly message: Json }[] | undefined
      const message = choices?.[0]?.message ?? (answer.message as Json)
      const calls = message.tool_calls as List
      const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'y' }))
      return { messages: [user, message, ...results] }
    },
  },
  'openai-responses': {
    start: { input: [user], tools: [{ type: 'function', name: 'look', parameters: schema }] },
    add: ({ output }) => {
      const calls = (output as List).filter(({ type }) => type === 'function_call')
      const results = calls.map(({ call_id }) => ({ type: 'function_call_output', call_id, output: 'y' }))
      return { input: [user, ...(output as List), ...results] }
    },
  },
  'gemini-contents': {
    start: {
      contents: [{ role: 'user', parts: [{ text: 'x' }] }],
      tools: [{ functionDeclarations: [{ name: 'look', parameters: schema }] }],
      model: 'gemini-3-pro',
    },
    add: ({ candidates }) => {
      const [{ content }] = candidates as readonly [{ content: { parts: List } }]
      const calls = callsIn(content.parts, 'functionCall')
      const parts = calls.map(({ id, name }) => ({ functionResponse: { id, name, response: { a: 'y' } } }))
      const first = { role: 'user', parts: [{ text: 'x' }] }
      return { contents: [first, content, { role: 'user', parts }] }
    },
  },
  'bedrock-converse': {
    start: {
      messages: [{ role: 'user', content: [{ text: 'x' }] }],
      toolConfig: { tools: [{ toolSpec: { name: 'look', inputSchema: { json: schema } } }] },
      modelId: 'anthropic.claude-sonnet-4-5',
    },
    add: ({ output }) => {
      const { message } = output as { message: { content: List } }
      const calls = callsIn(message.content, 'toolUse')
      const content = calls.map(({ toolUseId }) => ({ toolResult: { toolUseId, content: [{ text: 'y' }] } }))
      const first = { role: 'user', content: [{ text: 'x' }] }
      return { messages: [first, message, { role: 'user', content }] }
    },
  },
}

/** What those parts hold that are calls. */
function callsIn(parts: List, member: string): List {
  return parts.filter((part) => part[member] !== undefined).map((part) => part[member] as Json)
}

/** The APIs; of what satisfies all of a format, one for each. */
const apis = servedApis().flatMap((api) =>
  api === 'everywhere' ? Object.keys(loops).map((format) => `${api}-${format}`) : [api],
)

describe.each(apis)('%s', (api) => {
  test.each(['call', 'parallel', 'thinking'])('takes its own answer back, with results: %s', async (name) => {
    const { start, add } = loops[formatOf(api)]!
    const headers = { 'x-mortise-scenario': name }
    const plain = api === 'ollama' ? { stream: false } : {}
    const first = wireOf(api, { ...start, ...plain })
    const asked = await ask(sandbox.url + first.path, first.body, { headers })
    expect(asked.status, asked.text).toBe(200)
    expect(asked.text).toMatch(/city\W+example/)
    const second = wireOf(api, { ...start, ...plain, ...add(JSON.parse(asked.text)) })
    expect(complaints(second.document, { api, tail: 'closed' })).toEqual([])
    const done = await ask(sandbox.url + second.path, second.body, { headers })
    expect(done.status, done.text).toBe(200)
    expect(done.text).not.toContain('example')
  })
})
