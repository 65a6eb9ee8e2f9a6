import { describe, test } from 'vitest'
import { complaints } from './index.ts'
import { expectVerdict, type Row } from './verdict.ts'

const user = (content: unknown): object => ({ role: 'user', content })
const model = (content: unknown): object => ({ role: 'assistant', content })
const text = (words: string): object => ({ type: 'text', text: words })
const calling = (...ids: readonly unknown[]): object => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'run', arguments: '{' } })),
})
const tool = (id?: unknown): object => ({ role: 'tool', tool_call_id: id, content: 'done' })
const system = { role: 'system', content: 'be kind' }
const long = 'c'.repeat(41)
const again = [calling('callaaaaa'), tool('callaaaaa'), calling('callaaaaa'), tool('callaaaaa')]

const chatRows: readonly (readonly [api: string, ...Row])[] = [
  ['openai', 'a plain talk', [system, user('hi'), model('hello'), user([text('go')])], 'accepted'],
  ['openai', 'a message that is no object', [null], /not an object/],
  ['openai', 'an unknown role', [{ role: 'human', content: 'hi' }], /unknown role/],
  ['openai', 'null content of a user', [user(null)], /no content/],
  ['openai', 'null content of an assistant', [model(null)], /no content/],
  ['openai', 'a refusal', [{ role: 'assistant', refusal: 'no' }], 'accepted'],
  ['openai', 'a refusal that is null', [{ role: 'assistant', refusal: null }], /no content/],
  ['openai', 'content that is a number', [user(7)], /no string or list/],
  ['openai', 'content with a bare string', [user(['hi'])], /no string or list/],
  ['openai', 'empty texts', [user(''), model('')], 'accepted'],
  ['openai', 'no list of calls', [{ ...model('a'), tool_calls: null }], 'accepted'],
  ['openai', 'an empty list of calls', [{ ...model('a'), tool_calls: [] }], /empty list/],
  ['openai', 'calls of another type', [{ ...model('a'), tool_calls: {} }], /no list/],
  [
    'openai',
    'a call that is no object',
    [{ ...model('a'), tool_calls: ['b'] }],
    /tool_calls\.0 is not an object/,
  ],
  ['openai', 'an empty list of a user', [{ ...user('a'), tool_calls: [] }], 'accepted'],
  [
    'openai',
    'answered calls in another order',
    [calling('a', 'b'), tool('b'), tool('a'), user('c')],
    'accepted',
  ],
  ['openai', 'an unanswered call', [calling('a', 'b'), tool('b'), user('c')], /not answered/],
  ['openai', 'an open call at rest', [calling('a')], /not answered/, 'rest'],
  ['openai', 'an open call in flight', [calling('a', 'b'), tool('b')], 'accepted', 'open'],
  ['openai', 'no longer in flight', [calling('a'), user('b')], /not answered/, 'open'],
  ['openai', 'a message between', [calling('a'), user('b'), tool('a')], /answers no call/],
  ['openai', 'a result twice', [calling('a'), tool('a'), tool('a')], /answered 2 times/],
  ['openai', 'a result of another call', [calling('a'), tool('a'), tool('b')], /answers no call/],
  ['openai', 'a result without an id', [calling('a'), tool('a'), tool()], /no tool_call_id/],
  ['openai', 'an empty id on both sides', [calling(''), tool('')], /illegal call id/],
  ['openai', 'an id of 41 characters', [calling(long), tool(long)], /illegal call id/],
  ['deepseek', 'an id of 41 characters', [calling(long), tool(long)], 'accepted'],
  ['openai', 'an id twice in a message', [calling('a', 'a'), tool('a'), tool('a')], /used twice/],
  ['openai', 'an id in two turns', again, 'accepted'],
  ['mistral', 'an id in two turns', again, 'accepted'],
  ['deepseek', 'an id in two turns', again, /used twice/],
  ['openai', 'a stray result at Ollama', { model: 'qwen3:8b', messages: [user('a'), tool('b')] }, 'accepted'],
  [
    'openai',
    'a late result at Ollama',
    { model: 'qwen3:8b', messages: [calling('a'), user('b'), tool('a')] },
    'accepted',
  ],
  [
    'openai',
    'a stray result at a tuned model',
    { model: 'ft:gpt:me', messages: [user('a'), tool('b')] },
    /no call/,
  ],
  ['deepseek', 'a stray result', { model: 'qwen3:8b', messages: [user('a'), tool('b')] }, /no call/],
  ['mistral', 'an id of nine', [user('a'), calling('callaaaaa'), tool('callaaaaa')], 'accepted'],
  ['mistral', 'an id of ten', [user('a'), calling('callaaaaaa'), tool('callaaaaaa')], /illegal call id/],
  ['mistral', 'a user after a result', [calling('callaaaaa'), tool('callaaaaa'), user('b')], 'accepted'],
  ['openai', 'a user after a result', [calling('callaaaaa'), tool('callaaaaa'), user('b')], 'accepted'],
  ['mistral', 'a late system message', [user('a'), model('b'), system, user('c')], /after role assistant/],
  ['mistral', 'a model at the end', [user('a'), model('b')], /last message/],
  ['mistral', 'a model at rest', [user('a'), model('b')], 'accepted', 'rest'],
  ['mistral', 'a prefix at the end', [user('a'), { ...model('b'), prefix: true }], 'accepted'],
]

describe('openai chat', () => {
  for (const [api, name, document, verdict, tail = 'closed'] of chatRows) {
    test(`${api}: ${name}`, () => expectVerdict(complaints(document, { api, tail }), verdict))
  }
})
