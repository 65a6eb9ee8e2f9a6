import { compact, type PolicyChoice } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { unitsOf } from '../../core/src/compact/units.ts'
import { readAll } from '../../core/src/engine/reading.ts'
import { apiOf } from '../laws/task.ts'

/** The units of a document, each as the positions in it. */
function units(document: unknown, name: string): readonly string[] {
  const { format, rulebook } = apiOf(name, document)
  const { turns, facts } = readAll(document, format)
  const { starts } = unitsOf(turns, rulebook.layout, facts)
  return starts.map((start, unit) =>
    turns
      .slice(start, starts[unit + 1])
      .map(({ index }) => index)
      .join(' '),
  )
}

const say = (role: string, content: unknown): object => ({ role, content })
const item = (type: string, more: object = {}): object => ({ type, ...more })
const use = (...ids: string[]): object =>
  say(
    'assistant',
    ids.map((id) => ({ type: 'tool_use', id, name: 'run', input: {} })),
  )
const answer = (...ids: string[]): object =>
  say(
    'user',
    ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'done' })),
  )
const thought = { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmVk' }

describe('what never separates', () => {
  test.each<[string, string, unknown, readonly string[]]>([
    [
      'parallel calls with results over two turns',
      'anthropic',
      [say('user', 'go'), use('a', 'b'), answer('a'), answer('b'), say('user', 'on'), say('assistant', 'so')],
      ['0', '1 2 3', '4', '5'],
    ],
    [
      'a result beside other words',
      'anthropic',
      [
        say('user', 'go'),
        use('a'),
        say('user', [
          { type: 'tool_result', tool_use_id: 'a' },
          { type: 'text', text: 'and' },
        ]),
        say('assistant', 'so'),
      ],
      ['0', '1 2', '3'],
    ],
    [
      'reasoning, words, calls and outputs that are items of their own',
      'openai-responses',
      [
        say('user', 'go'),
        item('reasoning', { id: 'rs_1', summary: [] }),
        item('message', { id: 'msg_1', role: 'assistant', content: 'Let me see.' }),
        item('function_call', { id: 'fc_1', call_id: 'a', name: 'run', arguments: '{}' }),
        item('function_call', { id: 'fc_2', call_id: 'b', name: 'run', arguments: '{}' }),
        item('function_call_output', { call_id: 'b', output: 'done' }),
        item('function_call_output', { call_id: 'a', output: 'done' }),
        say('user', 'on'),
      ],
      ['0', '1 2 3 4 5 6', '7'],
    ],
    [
      'an output far from its call, with all that lies between',
      'openai-responses',
      [
        say('user', 'go'),
        item('function_call', { call_id: 'a', name: 'run', arguments: '{}' }),
        say('user', 'wait'),
        say('assistant', 'ok'),
        item('function_call_output', { call_id: 'a', output: 'done' }),
        say('user', 'on'),
      ],
      ['0', '1 2 3 4', '5'],
    ],
    [
      'both halves of a tool of the provider, over a tool of ours',
      'anthropic',
      [
        say('user', 'go'),
        say('assistant', [
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
          { type: 'tool_use', id: 'a', name: 'run', input: {} },
        ]),
        answer('a'),
        say('assistant', [
          { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
          { type: 'text', text: 'so' },
        ]),
        say('user', 'on'),
      ],
      ['0', '1 2 3', '4'],
    ],
    [
      'a chat message for each result',
      'openai',
      [
        say('system', 'Be brief.'),
        say('user', 'go'),
        {
          role: 'assistant',
          content: null,
          tool_calls: ['a', 'b'].map((id) => ({
            id,
            type: 'function',
            function: { name: 'run', arguments: '{}' },
          })),
        },
        { role: 'tool', tool_call_id: 'b', content: 'done' },
        { role: 'tool', tool_call_id: 'a', content: 'done' },
        say('assistant', 'so'),
      ],
      ['0', '1', '2 3 4', '5'],
    ],
  ])('%s', (_, api, document, expected) => {
    expect(units(document, api)).toEqual(expected)
  })
})

test('an open loop keeps the reasoning that it must start with', () => {
  const messages = [
    say('user', 'go'),
    say('assistant', [thought, { type: 'tool_use', id: 'a', name: 'run', input: {} }]),
    answer('a'),
    use('b'),
    answer('b'),
    use('c'),
    answer('c'),
  ]
  const body = { model: 'claude-sonnet-4-5', thinking: { type: 'enabled', budget_tokens: 1024 }, messages }
  const { document, report } = compact(body, { api: 'anthropic', budget: 1 })
  expect(document).toEqual({ ...body, messages: messages.filter((_, at) => at !== 3 && at !== 4) })
  expect(report.left).toEqual([])
})

test('a result whose call the provider keeps stays', () => {
  const body = {
    model: 'gpt-5',
    previous_response_id: 'resp_1',
    input: [
      item('function_call_output', { call_id: 'a', output: 'done' }),
      say('user', 'on'),
      say('assistant', 'so'),
      say('user', 'and'),
    ],
  }
  const { document } = compact(body, { api: 'openai-responses', budget: 1, keep: { firstUser: false } })
  expect(document.input).toEqual([body.input[0], body.input[3]])
})

test.each([
  ['openai', 'system', {}],
  ['openai', 'developer', { firstUser: false, system: false }],
  ['glm', 'system', { firstUser: false }],
])('%s: what the user said last stays where instructions follow it', (api, role, keep) => {
  const asked = { role: 'user', content: 'the question' }
  const given = [
    { role: 'user', content: 'first' },
    { role: 'assistant', content: 'answer' },
    asked,
    { role, content: 'Be brief.' },
  ]
  const { document, report } = compact(given, { api, budget: 0, keep })
  expect(document).toContain(asked)
  expect(report.left).toEqual([])
})

describe('a policy that leaves what is broken', () => {
  const said = ['a', 'b', 'c', 'd', 'e'].map((content, at) => ({
    role: at % 2 ? 'assistant' : 'user',
    content,
  }))
  const wish = { api: 'everywhere', format: 'openai-chat', countTokens: () => 1, budget: 2 } as const

  test.each<[string, PolicyChoice]>([
    ['all of it', 'report'],
    ['two turns of one speaker', { preset: 'keep', rows: { 'same-speaker-twice': 'leave' } }],
  ])('%s: what was sound is mended where something went', (_, policy) => {
    const { document, report } = compact(said, { ...wish, policy })
    expect(document).toEqual([{ role: 'user', content: 'a\n\ne' }])
    expect([report.fits, report.left]).toEqual([true, []])
  })

  test('what was broken stays so', () => {
    const broken = [...said, { role: 'tool', tool_call_id: 'x', content: 'nobody asked' }, ...said]
    const { document, report } = compact(broken, { ...wish, budget: 6, policy: 'report' })
    expect(report.found.map(({ rule }) => rule)).toContain('result-without-call')
    expect(report.left.map(({ rule }) => rule)).toContain('result-without-call')
    expect(broken).toEqual(expect.arrayContaining(document))
  })
})
