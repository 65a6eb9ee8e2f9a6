import { describe, test } from 'vitest'
import { complaints } from './index.ts'
import { expectVerdict, type Row } from './verdict.ts'

const user = (content: unknown): object => ({ role: 'user', content })
const model = (content: unknown): object => ({ role: 'assistant', content })
const system = { role: 'system', content: 'be kind' }
const text = (words: string): object => ({ type: 'text', text: words })
const asks = (id: unknown, more: object = {}): object => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'run',
  input: {},
  ...more,
})
const gives = (id: unknown, value: unknown = 'done'): object => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'run',
  output: { type: 'text', value },
})
const tools = (...content: readonly object[]): object => ({ role: 'tool', content })
const shows = (role: string, ...parts: readonly unknown[]): object => ({ id: '1', role, parts })
const works = (state: string, more: object = {}): object => ({
  type: 'tool-run',
  toolCallId: 'a',
  state,
  ...more,
})
const request = { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' }
const response = { type: 'tool-approval-response', approvalId: 'p', approved: true }
const hosting = asks('h', { providerExecuted: true })
const standIn = '[no result was recorded; the tool may or may not have run: check before repeating]'

const sdkRows: readonly Row[] = [
  ['a plain talk', [system, user('hi'), model('hello'), user([text('')])], 'accepted'],
  ['an answered call', [model([asks('a'), text('b')]), tools(gives('a')), user('c')], 'accepted'],
  ['an unanswered call', [model([asks('a')]), user('b')], /no result for `a`/],
  ['an unanswered call at the end', [model([asks('a')])], /no result for `a`/],
  ['instructions before the result', [model([asks('a')]), system, tools(gives('a'))], /no result for `a`/],
  ['the model before the result', [model([asks('a')]), model('wait'), tools(gives('a'))], 'accepted'],
  [
    'another call before the result',
    [model([asks('a')]), model([asks('b')]), tools(gives('b')), tools(gives('a'))],
    'accepted',
  ],
  ['a result before its call', [tools(gives('a')), model([asks('a')])], /no call that waits/],
  ['a result of the model', [model([asks('a'), gives('a')])], /no call that waits/],
  ['a result of the user', [model([asks('a')]), user([gives('a')])], /no tool message/],
  ['a result twice', [model([asks('a')]), tools(gives('a'), gives('a'))], /no call that waits/],
  [
    'a result in place of one made up',
    [model([asks('a')]), tools(gives('a', standIn), gives('a'))],
    /no call that waits/,
  ],
  [
    'a result that two calls want',
    [model([asks('a')]), model([asks('a')]), model('b'), tools(gives('a'), gives('a'))],
    /no call that waits/,
  ],
  ['an open call in flight', [model([asks('a'), asks('b')]), tools(gives('b'))], 'accepted', 'open'],
  ['no longer in flight', [model([asks('a')]), user('b')], /no result/, 'open'],
  ['a tool of the provider', [model([hosting, gives('h'), text('a')]), user('b')], 'accepted'],
  ['a late result of the provider', [model([hosting]), model([gives('h')])], 'accepted'],
  ['an approval that waits', [model([asks('a'), request])], 'accepted'],
  ['an approval passed over', [model([asks('a'), request]), user('b')], /no result for `a`/],
  ['an approval answered', [model([asks('a'), request]), tools(response), user('b')], 'accepted'],
  ['half an approval', [model([asks('a'), { ...request, approvalId: 7 }])], /half an approval/],
  ['an id twice in a message', [model([asks('a'), asks('a')]), tools(gives('a'), gives('a'))], /twice/],
  [
    'an id in two turns',
    [model([asks('a')]), tools(gives('a')), model([asks('a')]), tools(gives('a'))],
    'accepted',
  ],
  ['a call without an id', [model([asks('')]), tools(gives(''))], /no id/],
  ['a call without a name', [model([asks('a', { toolName: '' })]), tools(gives('a'))], /no name/],
  ['a result without a name', [model([asks('a')]), tools({ ...gives('a'), toolName: 7 })], /no name/],
  [
    'shown without a name',
    [shows('assistant', { ...works('output-error'), type: 'tool-' })],
    /without a name/,
  ],
  ['a call of the user', [user([asks('a')])], /not the model's call/],
  ['a tool with words', [{ role: 'tool', content: 'done' }], /tool with words/],
  ['a text beside results', [model([asks('a')]), tools(gives('a'), text('b'))], /beside results/],
  ['instructions in a list', [{ role: 'system', content: [text('a')] }], /in a list/],
  ['an output without a type', [model([asks('a')]), tools({ ...gives('a'), output: 'done' })], /no output/],
  ['no content', [user(null)], /no content/],
  ['an unknown role', [{ role: 'developer', content: 'a' }], /unknown role/],
  ['shown with its output', [shows('assistant', works('output-available', { output: 1 }))], 'accepted'],
  ['shown without a result', [shows('assistant', works('input-available'))], /without a result/],
  ['shown in flight', [shows('assistant', works('input-available'))], 'accepted', 'open'],
  [
    'shown while streaming',
    [shows('assistant', works('input-streaming')), shows('user', text('a'))],
    'accepted',
  ],
  ['shown, an approval that waits', [shows('assistant', works('approval-requested'))], 'accepted'],
  [
    'shown, an approval passed over',
    [shows('assistant', works('approval-requested')), shows('user', text('a'))],
    /without a result/,
  ],
  ['shown by the user', [shows('user', text('a'), works('input-available'))], 'accepted'],
  ['shown by a tool', [shows('tool', text('a'))], /unknown role/],
  ['a part without a type', [shows('user', { text: 'a' })], /no part/],
  [
    'an invocation without a result',
    [{ ...model(''), toolInvocations: [{ state: 'call', toolCallId: 'a', toolName: 'run', args: {} }] }],
    /without a result/,
  ],
]

describe('ai-sdk', () => {
  for (const [name, document, verdict, tail = 'closed'] of sdkRows) {
    test(name, () => expectVerdict(complaints(document, { api: 'ai-sdk', tail }), verdict))
  }
})
