import { apply, type PolicyName, repairBytes, repair as repairOf } from '@mortise/core'
import { expect, test } from 'vitest'
import { formats } from '../generate/api.ts'
import { foreignHolds, foreignLaws } from './foreign.ts'
import { apiOf } from './task.ts'

test('every promise holds on 300 documents that hold anything anywhere', () => {
  foreignHolds(300, 1)
})

const user = { role: 'user', content: 'go' }
const untyped = { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' }
const hosted = { type: 'code_execution_tool_result', tool_use_id: 'srvtoolu_1', content: {} }

// Shapes that foreign fuzzers drew: a second repair, a fault that was left, or a plan that is no JSON.
test.each<[api: Parameters<typeof foreignLaws>[0]['api'], name: string, document: unknown]>([
  [
    'ai-sdk',
    'instructions that hold a call',
    [
      user,
      {
        role: 'system',
        content: [
          { type: 'text', text: 'Be brief.' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: {} },
        ],
      },
    ],
  ],
  ['ai-sdk', 'a call of version 4 among parts of version 5', [{ parts: [{ type: 'tool-call', args: {} }] }]],
  [
    'ai-sdk',
    'a turn of nothing but a request for approval',
    [
      user,
      { role: 'assistant', content: [{ type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' }] },
    ],
  ],
  [
    'ai-sdk',
    'a result that another API wrote, with words beside it',
    [
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'ok' },
          { type: 'text', text: 'words' },
        ],
      },
    ],
  ],
  ['ai-sdk', 'half a request for approval', [{ role: 'user', content: [{ type: 'tool-approval-request' }] }]],
  [
    'openai-responses',
    'a result of another kind of tool',
    [user, untyped, { type: 'computer_call_output', call_id: 'a', output: {} }],
  ],
  [
    'everywhere-openai-responses',
    'a result of another tool',
    [user, untyped, { type: 'computer_call_output', call_id: 'b', output: {} }],
  ],
  [
    'everywhere-openai-responses',
    'items of no type under one name',
    [
      user,
      { id: 'x', output: 'a' },
      { id: 'x', a: 1 },
      { type: 'local_shell_call_output', id: 'x', output: 'b' },
    ],
  ],
  [
    'everywhere-openai-responses',
    'an image without an address',
    { input: [{ content: [{ type: 'image_url' }] }] },
  ],
  [
    'ollama',
    'half a call that another API wrote',
    { messages: [{}, { type: 'function_call', call_id: 'a' }] },
  ],
  [
    'anthropic',
    'a call that another API wrote, beside a piece of a stream',
    {
      messages: [
        {
          role: 'assistant',
          content: [{ functionCall: {} }, { type: 'input_json_delta', partial_json: '{"a":1}' }],
        },
      ],
    },
  ],
  [
    'everywhere-openai-chat',
    'an unknown member without a value',
    [{ role: 'user', content: [{ type: 'text', text: 'words' }], tool_call_id: 'a', annotations: undefined }],
  ],
  ['openai', 'calls that are no list', [user, { role: 'assistant', content: 'so', tool_calls: {} }]],
  [
    'anthropic',
    'halves of two hosted tools',
    [
      user,
      {
        role: 'assistant',
        content: [{ type: 'server_tool_use', id: 'srvtoolu_2', name: 'x', input: {} }, hosted],
      },
      user,
    ],
  ],
  [
    'anthropic-strict',
    'half of a hosted tool at the end',
    { model: 'claude-opus-4-6', messages: [{ content: [{}, hosted] }] },
  ],
])('%s: %s', (api, _, document) => {
  for (const policy of ['keep', 'drop', 'drop-turn', 'report'] satisfies PolicyName[])
    foreignLaws({ api, policy, tail: 'closed', document: structuredClone(document) })
})

test.each(formats)('%s: results nested 5,000 deep overrun no stack', (format) => {
  const { rulebook: api } = apiOf(`everywhere-${format}`, [])
  let content: unknown = 'ok'
  for (let level = 0; level < 5_000; level++)
    content = [{ type: 'tool_result', tool_use_id: 'a', name: 'read', text: 'x', content }]
  const document = [user, { role: 'assistant', content }, { role: 'user', content }]
  const { document: once, report } = repairOf(document, { api })
  expect(repairOf(once, { api }).report.plan.edits.length).toBe(0)
  expect(apply(document, report.plan).ok).toBe(true)
})

test.each(['', '{', '[1,', '{"messages":[}'])(
  'bytes that are no JSON are a finding where an API is named: %j',
  (text) => {
    const bytes = new TextEncoder().encode(text)
    const { report, bytes: same } = repairBytes(bytes, { api: 'everywhere' })
    expect(report.found.map(({ rule }) => rule)).toEqual(['unreadable'])
    expect(same).toBe(bytes)
  },
)
