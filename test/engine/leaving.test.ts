import { policies } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { leavingIntents } from '../../core/src/engine/arrange/leaving.ts'
import { leaveOut } from '../../core/src/engine/leave-out.ts'
import { match } from '../../core/src/engine/match/match.ts'
import { noResult } from '../../core/src/texts/fixed.ts'
import { apiOf, taskOf } from '../laws/task.ts'
import { layoutOf, placeOf, turnsOf } from './turns.ts'

describe('calls that came to nothing', () => {
  /** What goes: a part by its place, a whole turn by its number. */
  const going = (
    conversation: readonly string[],
    from: number,
    calls: number[],
    remedy: 'drop' | 'drop-turn',
  ) => {
    const turns = turnsOf(conversation)
    const intents = leavingIntents(turns, match(turns, layoutOf()), { from, calls: new Set(calls), remedy })
    return intents
      .map((intent) => {
        if (intent.do !== 'drop') return intent.do
        return intent.part === undefined ? String(intent.turn.index) : placeOf(intent.turn, intent.part)
      })
      .sort()
  }
  const two = ['model a b', 'user a! b']

  test.each<[string, readonly string[], number, number[], readonly string[], readonly string[]]>([
    ['go with what stands in for their results', two, 0, [0], ['0.0', '1.0'], ['0', '1.0', '1.1']],
    ['go without a result', ['model a b', 'user b'], 0, [0], ['0.0'], ['0', '1.0']],
    ['stay where they have a real result', two, 0, [1], [], []],
    ['are told by their number', two, 0, [0, 1], ['0.0', '1.0'], ['0', '1.0', '1.1']],
    [
      'are counted from a position on',
      ['model x', 'user x!', ...two],
      2,
      [0],
      ['2.0', '3.0'],
      ['2', '3.0', '3.1'],
    ],
    ['are none where none is named', two, 0, [], [], []],
    ['stay, without a stand-in beside a real result', ['model a', 'user a! a'], 0, [0], ['1.0'], ['1.0']],
    ['stay, with a second real result', ['model a', 'user a a'], 0, [0], [], []],
    ['of which another has a stand-in too many', ['model a b', 'user a b b!'], 0, [0], [], []],
    ['without a stand-in that nobody asked for', ['model a', 'user a x!'], 0, [0], [], []],
    ['go with a turn that is a stand-in', ['model a', 'tool a!'], 0, [0], ['0.0', '1'], ['0', '1']],
  ])('%s', (_, conversation, from, calls, dropped, withTurn) => {
    expect(going(conversation, from, calls, 'drop')).toEqual(dropped)
    expect(going(conversation, from, calls, 'drop-turn')).toEqual(withTurn)
  })
})

describe('a document without them', () => {
  const user = { role: 'user', content: 'go' }
  const call = (...ids: readonly string[]): object => ({
    role: 'assistant',
    content: 'so',
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
  })
  const result = (id: string, content = 'done'): object => ({ role: 'tool', tool_call_id: id, content })
  const left = (
    document: unknown,
    api: string,
    from: number,
    remedy: 'drop' | 'drop-turn' = 'drop',
  ): unknown =>
    leaveOut(taskOf(document, apiOf(api, document), 'open'), policies.keep, {
      from,
      calls: new Set([0]),
      remedy,
    })

  test('has neither the call nor its stand-in, and all else as it was', () => {
    const document = [
      user,
      call('x'),
      result('x', noResult),
      call('a', 'b'),
      result('a', noResult),
      result('b'),
    ]
    expect(left(document, 'openai', 3)).toEqual([...document.slice(0, 3), call('b'), result('b')])
    expect(left(document, 'openai', 3, 'drop-turn')).toEqual(document.slice(0, 3))
    expect(left(document, 'openai', 1)).toEqual([
      user,
      { role: 'assistant', content: 'so' },
      ...document.slice(3),
    ])
  })

  test('is the same where the result came after all', () => {
    const document = [user, call('a'), result('a')]
    expect(left(document, 'openai', 1)).toBe(document)
  })

  test('is not mended besides', () => {
    const document = [call('x'), user, call('a'), result('a', noResult)]
    expect(left(document, 'openai', 2)).toEqual([call('x'), user, { role: 'assistant', content: 'so' }])
  })

  test('has no reasoning that led to the call alone', () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [] }
    const item = { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'read', arguments: '{}' }
    const output = { type: 'function_call_output', call_id: 'a', output: noResult }
    const asked = { role: 'user', content: 'go' }
    expect(left([asked, reasoning, item, output], 'openai-responses', 1)).toEqual([asked])
  })

  test('keeps the mark of what goes, also in a turn that came before', () => {
    const mark = { cache_control: { type: 'ephemeral' } }
    const text = { type: 'text', text: 'so' }
    const use = { type: 'tool_use', id: 'a', name: 'read', input: {}, ...mark }
    const answer = { type: 'tool_result', tool_use_id: 'a', content: noResult, is_error: true }
    const question = { role: 'user', content: [{ type: 'text', text: 'go' }] }
    const document = [question, { role: 'assistant', content: [use] }, { role: 'user', content: [answer] }]
    expect(left(document, 'anthropic', 1)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'go', ...mark }] },
    ])
    const said = [question, { role: 'assistant', content: [text, use] }, { role: 'user', content: [answer] }]
    expect(left(said, 'anthropic', 1)).toEqual([
      question,
      { role: 'assistant', content: [{ ...text, ...mark }] },
    ])
  })
})
