import { describe, expect, test } from 'vitest'
import { convert } from '../../core/src/index.ts'

const call = { type: 'tool_use', id: 'tool_1', name: 'read_file', input: { path: 'a' } }
const result = { type: 'tool_result', tool_use_id: 'tool_1', content: '...' }

describe('K1: `convertToOpenAiMessages` of the reference document', () => {
  test('scenario 1: a call with its result', () => {
    const messages = [
      { role: 'assistant', content: [call] },
      { role: 'user', content: [result] },
    ]
    const { document, report } = convert(messages, { to: 'openai-chat', policy: 'drop' })
    expect(document).toEqual([
      {
        role: 'assistant',
        tool_calls: [
          { id: 'tool_1', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'tool_1', content: '...' },
    ])
    expect(report).toEqual({
      found: [],
      plans: [{ edits: [] }, { edits: [] }],
      lost: [],
      left: [],
      names: {},
      lostTools: [],
      ids: {},
      plainText: [],
    })
  })

  test('scenario 2: a result whose call is gone is skipped, and a finding names its id', () => {
    const messages = [
      { role: 'user', content: 'Previous conversation...' },
      { role: 'user', content: [result] },
    ]
    const { document, report } = convert(messages, { to: 'openai-chat', policy: 'drop' })
    expect(document).toEqual([{ role: 'user', content: 'Previous conversation...' }])
    expect(report.found).toMatchObject([
      { rule: 'result-without-call', calls: ['tool_1'], at: [1, 'content', 0] },
    ])
    expect(report.left).toEqual([])
  })
})
