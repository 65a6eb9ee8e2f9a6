import {
  apply,
  bindingMemory,
  type Deny,
  denying,
  glanceBytes,
  invert,
  type Rulebook,
  repair,
  rulebooks,
} from '@mortise/core'
import { expect, test } from 'vitest'
import { complaints } from '../oracle/index.ts'

const bookOf = (name: string): Rulebook => rulebooks.find((book) => book.name === name) as Rulebook

interface Row {
  readonly name: string
  readonly api: string
  readonly deny: readonly string[]
  readonly allow?: readonly string[]
  readonly keep?: Deny['keep']
  readonly before: object
  readonly after: object
  /** Where something denied is found. */
  readonly at: readonly string[]
}

const ask = { role: 'user', content: 'go' }
const schema = { type: 'object' }
const mark = { type: 'ephemeral' }
const named = (name: string): object => ({ name, input_schema: schema })
const spec = (name: string): object => ({ toolSpec: { name, inputSchema: { json: schema } } })
const said = { role: 'user', content: [{ text: 'go' }] }

const claude = (
  offers: object,
  messages: readonly object[] = [ask],
): { readonly model: string; readonly max_tokens: number; readonly messages: readonly object[] } => ({
  model: 'claude-opus-4-8',
  max_tokens: 9,
  ...offers,
  messages,
})
const gpt = (offers: object): object => ({ model: 'gpt-4o', ...offers, messages: [ask] })
const items = (offers: object, input: readonly object[] = [ask]): object => ({
  model: 'gpt-4.1',
  ...offers,
  input,
})

const rows: readonly Row[] = [
  {
    name: 'the cache mark of a tool that goes stands on the one before it',
    api: 'anthropic',
    deny: ['run', 'exec'],
    before: claude({ tools: [named('read'), { ...named('run'), cache_control: mark }, named('bash')] }),
    after: claude({ tools: [{ ...named('read'), cache_control: mark }] }),
    at: ['tools.1', 'tools.2'],
  },
  {
    name: 'servers go with their tools where all are denied',
    api: 'anthropic',
    deny: ['*'],
    before: claude({
      tools: [{ type: 'mcp_toolset', mcp_server_name: 'notes' }],
      mcp_servers: [{ type: 'url', name: 'notes', url: 'https://notes.test' }],
    }),
    after: claude({}),
    at: ['mcp_servers.0', 'tools.0'],
  },
  {
    name: 'servers stay where only tools of other names are denied',
    api: 'anthropic',
    deny: ['run'],
    before: claude({
      tools: [named('run'), { type: 'mcp_toolset', mcp_server_name: 'notes' }],
      mcp_servers: [{ type: 'url', name: 'notes', url: 'https://notes.test' }],
    }),
    after: claude({
      tools: [{ type: 'mcp_toolset', mcp_server_name: 'notes' }],
      mcp_servers: [{ type: 'url', name: 'notes', url: 'https://notes.test' }],
    }),
    at: ['tools.0'],
  },
  {
    name: 'a choice keeps what it says of parallel calls',
    api: 'anthropic',
    deny: ['run'],
    before: claude({
      tools: [named('run'), named('read')],
      tool_choice: { type: 'tool', name: 'run', disable_parallel_tool_use: true },
    }),
    after: claude({ tools: [named('read')], tool_choice: { type: 'auto', disable_parallel_tool_use: true } }),
    at: ['tool_choice', 'tools.0'],
  },
  {
    name: 'a tool that is given in the middle of the conversation',
    api: 'anthropic',
    deny: ['run'],
    before: claude({ tools: [named('read')] }, [
      ask,
      {
        role: 'system',
        content: [
          { type: 'text', text: 'mind' },
          { type: 'tool_addition', tool: { type: 'tool_reference', name: 'run' } },
        ],
      },
      { role: 'assistant', content: 'so' },
      ask,
    ]),
    after: claude({ tools: [named('read')] }, [
      ask,
      { role: 'system', content: [{ type: 'text', text: 'mind' }] },
      { role: 'assistant', content: 'so' },
      ask,
    ]),
    at: ['messages.1.content.1'],
  },
  {
    name: 'custom tools',
    api: 'openai',
    deny: ['run'],
    before: gpt({
      tools: [
        { type: 'custom', custom: { name: 'run' } },
        { type: 'custom', custom: { name: 'read' } },
      ],
      tool_choice: { type: 'custom', custom: { name: 'run' } },
    }),
    after: gpt({ tools: [{ type: 'custom', custom: { name: 'read' } }], tool_choice: 'auto' }),
    at: ['tool_choice', 'tools.0'],
  },
  {
    name: 'functions of the older form',
    api: 'openai',
    deny: ['run'],
    before: gpt({ functions: [{ name: 'run' }, { name: 'read' }], function_call: { name: 'run' } }),
    after: gpt({ functions: [{ name: 'read' }], function_call: 'auto' }),
    at: ['function_call', 'functions.0'],
  },
  {
    name: 'a search beside the tools',
    api: 'openai',
    deny: ['group:web'],
    before: gpt({ web_search_options: { search_context_size: 'low' } }),
    after: gpt({}),
    at: ['web_search_options'],
  },
  {
    name: 'tools in namespaces',
    api: 'openai-responses',
    deny: ['run', 'put'],
    before: items({
      tools: [
        {
          type: 'namespace',
          name: 'a',
          description: 'a',
          tools: [
            { type: 'function', name: 'run' },
            { type: 'function', name: 'get' },
          ],
        },
        { type: 'namespace', name: 'b', description: 'b', tools: [{ type: 'function', name: 'put' }] },
      ],
    }),
    after: items({
      tools: [{ type: 'namespace', name: 'a', description: 'a', tools: [{ type: 'function', name: 'get' }] }],
    }),
    at: ['tools.0.tools.0', 'tools.1.tools.0'],
  },
  {
    name: 'tools that the provider runs, and what they left',
    api: 'openai-responses',
    deny: ['web_search', 'code_interpreter'],
    before: items(
      {
        tools: [
          { type: 'web_search_preview' },
          { type: 'code_interpreter', container: { type: 'auto' } },
          { type: 'file_search', vector_store_ids: ['v'] },
        ],
        tool_choice: { type: 'web_search_preview' },
      },
      [
        ask,
        { type: 'web_search_call', id: 'ws_1', status: 'completed' },
        { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['q'] },
        { role: 'assistant', content: 'so' },
        ask,
      ],
    ),
    after: items({ tools: [{ type: 'file_search', vector_store_ids: ['v'] }], tool_choice: 'auto' }, [
      ask,
      { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['q'] },
      { role: 'assistant', content: 'so' },
      ask,
    ]),
    at: ['input.1', 'tool_choice', 'tools.0', 'tools.1'],
  },
  {
    name: 'tools that are given in the middle of the conversation',
    api: 'openai-responses',
    deny: ['run'],
    before: items({}, [
      {
        type: 'additional_tools',
        tools: [
          { type: 'function', name: 'run' },
          { type: 'function', name: 'read' },
        ],
      },
      ask,
    ]),
    after: items({}, [{ type: 'additional_tools', tools: [{ type: 'function', name: 'read' }] }, ask]),
    at: ['input.0'],
  },
  {
    name: 'code that the provider runs',
    api: 'gemini',
    deny: ['code_execution'],
    before: {
      tools: [{ codeExecution: {} }, { functionDeclarations: [{ name: 'read' }] }],
      contents: [
        { role: 'user', parts: [{ text: 'go' }] },
        {
          role: 'model',
          parts: [
            { executableCode: { code: '1' } },
            { codeExecutionResult: { outcome: 'OUTCOME_OK' } },
            { text: 'so' },
          ],
        },
        { role: 'user', parts: [{ text: 'go' }] },
      ],
    },
    after: {
      tools: [{ functionDeclarations: [{ name: 'read' }] }],
      contents: [
        { role: 'user', parts: [{ text: 'go' }] },
        { role: 'model', parts: [{ text: 'so' }] },
        { role: 'user', parts: [{ text: 'go' }] },
      ],
    },
    at: ['contents.1.parts.0', 'contents.1.parts.1', 'tools.0.codeExecution'],
  },
  {
    name: 'the older spelling, in the body that a gateway wraps',
    api: 'gemini',
    deny: ['run'],
    before: {
      request: {
        tools: [{ function_declarations: [{ name: 'run' }], google_search: {} }],
        tool_config: {
          function_calling_config: { mode: 'ANY', allowed_function_names: ['run', 'read'] },
          retrieval_config: {},
        },
        contents: [{ role: 'user', parts: [{ text: 'go' }] }],
      },
    },
    after: {
      request: {
        tools: [{ google_search: {} }],
        tool_config: {
          function_calling_config: { mode: 'ANY', allowed_function_names: ['read'] },
          retrieval_config: {},
        },
        contents: [{ role: 'user', parts: [{ text: 'go' }] }],
      },
    },
    at: ['request.tool_config', 'request.tools.0.function_declarations.0'],
  },
  {
    name: 'a mark behind a tool that goes does not stand first',
    api: 'bedrock',
    deny: ['run'],
    before: {
      toolConfig: {
        tools: [
          spec('run'),
          { cachePoint: { type: 'default' } },
          spec('read'),
          { cachePoint: { type: 'default' } },
        ],
      },
      messages: [said],
    },
    after: { toolConfig: { tools: [spec('read'), { cachePoint: { type: 'default' } }] }, messages: [said] },
    at: ['toolConfig.tools.0'],
  },
  {
    name: 'the tools that a call of the SDK may use now',
    api: 'ai-sdk',
    deny: ['run'],
    before: { tools: { run: {}, read: {} }, activeTools: ['run', 'read'], messages: [ask] },
    after: { tools: { read: {} }, activeTools: ['read'], messages: [ask] },
    at: ['activeTools.0', 'tools.run'],
  },
]

test.each(rows)('$api: $name', ({ api: name, deny, allow, keep, before, after, at }) => {
  const api = denying(bookOf(name), { tools: deny, ...(allow && { allow }), ...(keep && { keep }) })
  const { document, report } = repair(before, { api })
  expect(document).toEqual(after)
  expect(report.found.map((found) => found.at.join('.')).sort()).toEqual(at)
  expect(report.found.every(({ rule, message }) => rule === 'tool-denied' && !message.includes('{'))).toBe(
    true,
  )
  expect(repair(document, { api }).document).toBe(document)
  expect(JSON.stringify(apply(document, invert(report.plan)))).toBe(
    JSON.stringify({ ok: true, value: before }),
  )
  expect(complaints(document, { api: name, tail: 'closed' })).toEqual([])
})

test('a tool that the client itself takes away at the end is let be: nothing before bound thinking changes', () => {
  const removal = { type: 'tool_removal', tool: { type: 'tool_reference', name: 'run' } }
  const thought = { type: 'thinking', thinking: 'hm', signature: 'sig' }
  const before = {
    ...claude({ tools: [named('run'), named('read')] }, [
      ask,
      { role: 'assistant', content: [thought, { type: 'text', text: 'so' }] },
      ask,
      { role: 'system', content: [removal] },
    ]),
    model: 'claude-opus-5-5',
  }
  const api = denying(bookOf('anthropic'), { tools: ['run'] })
  expect(repair(before, { api }).document).toBe(before)
  const again = { type: 'tool_addition', tool: { type: 'tool_reference', name: 'run' } }
  const given = { ...before, messages: [...before.messages, { role: 'system', content: [again] }] }
  expect(repair(given, { api }).document).toEqual(before)
})

test('the head is changed, and thinking that is bound to it goes', () => {
  const thought = { type: 'thinking', thinking: 'hm', signature: 'sig' }
  const said = { type: 'text', text: 'so' }
  const talk = (tools: readonly object[], content: readonly object[]): object => ({
    ...claude({ tools }, [ask, { role: 'assistant', content }, ask]),
    model: 'claude-opus-5-5',
  })
  const api = denying(bookOf('anthropic'), { tools: ['run'] })
  const before = talk([named('run'), named('read')], [thought, said])
  expect(repair(before, { api }).document).toEqual(talk([named('read')], [said]))
  // A door that remembers keeps the thinking that was made without the tool.
  const memory = bindingMemory()
  const first = { ...before, messages: [ask] }
  repair(first, { api, memory })
  expect(repair(before, { api, memory }).document).toEqual(talk([named('read')], [thought, said]))
})

test.each(rows)('$api, in bytes that are only glanced at: $name', ({ api: name, deny, before, after }) => {
  const book = bookOf(name)
  const glance = (body: object): boolean | undefined =>
    glanceBytes([new TextEncoder().encode(JSON.stringify(body))], { format: book.format })?.isSound(
      denying(book, { tools: deny }),
    )
  expect(glance(before)).not.toBe(true)
  expect(glance(after)).not.toBe(true)
})
