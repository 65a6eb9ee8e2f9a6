import { describe, expect, test } from 'vitest'
import { apis } from '../generate/api.ts'
import { foreignTurnsShow, liesAbout, silenceHolds } from './silence.ts'

// All of them are in the deep run. The numbers of values and of what is tried here have no divisor in common.
const oneOf = 97

describe('scan finds what a full read finds, whatever stands in a document', () => {
  test.each(apis)('%s', (api) => {
    silenceHolds(api, oneOf)
  })
})

describe('scan finds what a full read finds, where a turn of another format stands among its own', () => {
  test.each(apis)('%s', (api) => {
    foreignTurnsShow(api)
  })
})

const user = { role: 'user', content: 'go' }
const call = { id: 'callaaaaa', type: 'function', function: { name: 'read', arguments: '{}' } }
const calling = { role: 'assistant', content: '', tool_calls: [call] }
const result = { role: 'tool', tool_call_id: 'callaaaaa', content: 'ok' }
const nested = { type: 'tool_result', tool_use_id: 'b', name: 'read' }

// Each of these was judged otherwise by a quick look than by a full read.
test.each([
  [
    'openai',
    'a call of a function and of a custom tool',
    [user, { ...calling, tool_calls: [{ ...call, custom: {} }] }, result],
  ],
  ['mistral', 'a result with an illegal name of its tool', [user, calling, { ...result, tool_name: 'a b' }]],
  [
    'kimi',
    'a turn that says nothing beside no calls',
    [user, { role: 'assistant', content: '', tool_calls: null }],
  ],
  [
    'ollama',
    'a result without an id that seems to call',
    [
      user,
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'read', arguments: {} } }] },
      { role: 'tool', content: 'ok', tool_calls: [{}] },
    ],
  ],
  [
    'ollama',
    'a call in the parts of another API',
    { messages: [user, { role: 'assistant', parts: [{ functionCall: { name: 'read' } }] }, user] },
  ],
  [
    'openai-responses',
    'calls of two kinds of tool with one id',
    [
      { role: 'user', content: 'go' },
      { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'ok' },
      { type: 'custom_tool_call', call_id: 'a', name: 'patch', input: 'x' },
      { type: 'custom_tool_call_output', call_id: 'a', output: 'ok' },
    ],
  ],
  [
    'anthropic',
    'an open loop that starts with a tool of the provider',
    {
      model: 'claude-sonnet-4-5',
      thinking: { type: 'enabled', budget_tokens: 2000 },
      tools: [{ name: 'read', input_schema: { type: 'object' } }],
      messages: [
        user,
        {
          role: 'assistant',
          content: [
            { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
            { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'x' },
            { type: 'tool_use', id: 'a', name: 'read', input: {} },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] },
      ],
    },
  ],
  [
    'everywhere-anthropic-messages',
    'a result with a name inside a result',
    [
      user,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [nested] }] },
    ],
  ],
])('%s: %s', (api, _, document) => {
  expect(liesAbout(document, api)).toEqual([])
})
