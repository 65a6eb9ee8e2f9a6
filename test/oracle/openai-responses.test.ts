import { describe, test } from 'vitest'
import { complaints } from './index.ts'
import { expectVerdict, type Row } from './verdict.ts'

const said = (role: string, content: unknown, more: object = {}): object => ({ role, content, ...more })
const call = (id: unknown, more: object = {}): object => ({
  type: 'function_call',
  call_id: id,
  name: 'run',
  arguments: '{}',
  ...more,
})
const output = (id: unknown, more: object = { output: 'done' }): object => ({
  type: 'function_call_output',
  call_id: id,
  ...more,
})
const thought = (id: string, more: object = {}): object => ({ type: 'reasoning', id, summary: [], ...more })
const ask = said('user', 'a')
const kept = (...input: object[]): object => ({ model: 'gpt-5', input })

const responsesRows: readonly (readonly [api: string, ...row: Row])[] = [
  ['openai-responses', 'a string', { input: 'hi' }, 'accepted'],
  ['openai-responses', 'no list of items', { model: 'gpt-5' }, /no list/],
  ['openai-responses', 'an item that is no object', [ask, 'b'], /input\.1 is not an object/],
  ['openai-responses', 'a tool message', [said('tool', 'a')], /unknown role/],
  ['openai-responses', 'null content', [said('user', null)], /says nothing/],
  ['openai-responses', 'an answered call', [ask, call('a'), output('a')], 'accepted'],
  [
    'openai-responses',
    'a result far away',
    [ask, call('a'), said('developer', 'b'), output('a')],
    'accepted',
  ],
  ['openai-responses', 'an open call', [ask, call('a'), ask], /not answered/],
  ['openai-responses', 'a call in flight', [ask, call('a'), said('assistant', 'b')], 'accepted', 'open'],
  ['openai-responses', 'no longer in flight', [ask, call('a'), ask], /not answered/, 'open'],
  [
    'openai-responses',
    'a result of another kind',
    [call('a'), { ...output('a'), type: 'custom_tool_call_output' }],
    /answers no call/,
  ],
  ['openai-responses', 'a result without a call', [ask, output('a')], /answers no call/],
  [
    'openai-responses',
    'a call before this request',
    { previous_response_id: 'r', input: [output('a')] },
    'accepted',
  ],
  [
    'openai-responses',
    'a call by reference',
    [{ type: 'item_reference', id: 'fc_1' }, output('a')],
    'accepted',
  ],
  ['openai-responses', 'two results', [call('a'), output('a'), output('a')], /answered 2 times/],
  ['openai-responses', 'an id used again', [call('a'), output('a'), call('a'), output('a')], 'accepted'],
  ['openai-responses', 'an id used twice', [call('a'), call('a'), output('a'), output('a')], /used twice/],
  ['openai-responses', 'a long id', [call('x'.repeat(65)), output('x'.repeat(65))], /illegal call id/],
  ['openai-responses', 'an id of 64', [call('x'.repeat(64)), output('x'.repeat(64))], 'accepted'],
  ['openai-responses', 'no id', [call(undefined), output(undefined)], /illegal call id/],
  ['openai-responses', 'a null output', [call('a'), output('a', { output: null })], /says nothing/],
  [
    'openai-responses',
    'a name used twice',
    [said('user', 'a', { id: 'msg_1' }), said('user', 'b', { id: 'msg_1' })],
    /used twice/,
  ],
  ['openai-responses', 'a foreign name', [call('a', { id: 'call_1' }), output('a')], /bad id/],
  ['openai-responses', 'a name of 65', [said('user', 'a', { id: `msg_${'x'.repeat(61)}` })], /bad id/],
  ['openai-responses', 'a web search', [{ type: 'web_search_call', id: 'ws_1' }], 'accepted'],
  [
    'openai-responses',
    'lost reasoning',
    { store: false, input: [thought('rs_1'), said('assistant', 'b')] },
    /not stored/,
  ],
  [
    'openai-responses',
    'sealed reasoning',
    { store: false, input: [thought('rs_1', { encrypted_content: 'x' }), said('assistant', 'b')] },
    'accepted',
  ],
  ['openai-responses', 'a lost reference', { store: false, input: [{ id: 'msg_1' }] }, /not stored/],
  ['openai-responses', 'reasoning before the user', kept(thought('rs_1'), ask), /followed by nothing/],
  [
    'openai-responses',
    'reasoning before no name',
    kept(ask, thought('rs_1'), call('a'), output('a')),
    /followed/,
  ],
  [
    'openai-responses',
    'sealed reasoning before no name',
    kept(ask, thought('rs_1', { encrypted_content: 'x' }), call('a'), output('a')),
    'accepted',
  ],
  ['openai-responses', 'calls in a message', [said('assistant', 'a', { tool_calls: [{}] })], /no items/],
  [
    'openai-responses',
    'no reasoning asked for',
    { ...kept(ask, call('a', { id: 'fc_1' }), output('a')), reasoning: { effort: 'none' } },
    'accepted',
  ],
  ['openai-responses', 'reasoning at the end', kept(ask, thought('rs_1')), /followed by nothing/],
  ['openai-responses', 'reasoning at rest', kept(ask, thought('rs_1')), 'accepted', 'rest'],
  [
    'openai-responses',
    'a call without reasoning',
    kept(ask, call('a', { id: 'fc_1' }), output('a')),
    'accepted',
  ],
  [
    'openai-responses',
    'a call after reasoning',
    kept(ask, thought('rs_1'), call('a', { id: 'fc_1' }), output('a')),
    'accepted',
  ],
  ['openai-responses', 'a nameless call', kept(ask, call('a'), output('a')), 'accepted'],
  ['deepseek-responses', 'a batch', [call('a'), call('b'), output('b'), output('a')], 'accepted'],
  ['deepseek-responses', 'words between', [call('a'), said('developer', 'b'), output('a')], /not answered/],
  [
    'deepseek-responses',
    'a message between',
    [call('a'), said('assistant', 'b'), output('a')],
    /not answered/,
  ],
  ['deepseek-responses', 'a foreign name', [call('a', { id: 'call_1' }), output('a')], 'accepted'],
]

describe('responses', () => {
  for (const [api, name, document, verdict, tail = 'closed'] of responsesRows) {
    test(`${api}: ${name}`, () => expectVerdict(complaints(document, { api, tail }), verdict))
  }
})
