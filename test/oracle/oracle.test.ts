import { describe, expect, test } from 'vitest'
import { complaints, type Tail } from './index.ts'

type Row = readonly [name: string, document: unknown, verdict: 'accepted' | RegExp, tail?: Tail]

const user = (content: unknown): object => ({ role: 'user', content })
const model = (content: unknown): object => ({ role: 'assistant', content })
const text = (words: string): object => ({ type: 'text', text: words })
const use = (id: unknown, input: unknown = {}): object => ({ type: 'tool_use', id, name: 'run', input })
const answer = (id: unknown, more: object = { content: 'done' }): object => ({
  type: 'tool_result',
  tool_use_id: id,
  ...more,
})
const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
const hits = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
const thought = { type: 'thinking', thinking: 'so', signature: 'c2lnbmVk' }
const mark = { cache_control: { type: 'ephemeral' } }
const lost = { type: 'tool_reference', tool_name: 'lost' }
const body = (type: string, ...messages: readonly object[]): object => ({ thinking: { type }, messages })

const anthropicRows: readonly Row[] = [
  ['a plain talk', [user('hi'), model('hello'), user('go')], 'accepted'],
  ['no list of messages', { model: 'claude-sonnet-4-5' }, /no list/],
  ['a message that is no object', [user('hi'), 'hello'], /messages\.1 is not an object/],
  ['a system message', [{ role: 'system', content: 'be kind' }, user('hi')], /unknown role/],
  ['null content', [user('hi'), model(null)], /no string or list/],
  ['a block that is no object', [user(['hi'])], /content\.0 is not an object/],
  ['a block of an unknown kind', [user([{ type: 'hologram' }])], 'accepted'],
  ['an empty user string', [user('')], /empty user/],
  ['an empty user list', [user([])], /empty user/],
  ['an empty assistant message', [user('a'), model(''), model([]), user('b')], 'accepted'],
  ['an empty text block', [user([text('a'), text('')])], /content\.1 is an empty text/],
  ['a text block without text', [user([{ type: 'text' }])], /without a text/],
  [
    'an empty text inside a result',
    [model([use('a')]), user([answer('a', { content: [text('')] })])],
    'accepted',
  ],
  ['a blank string', [user(' \n')], /white space/],
  ['blank blocks only', [user([text(' '), text('\n')])], /white space/],
  ['a blank block beside text', [user([text(' '), text('a')])], 'accepted'],
  ['a blank block beside a call', [model([text(' '), use('a')]), user([answer('a')])], 'accepted'],
  ['an answered call', [user('a'), model([text('b'), use('a')]), user([answer('a'), text('c')])], 'accepted'],
  ['an unanswered call', [user('a'), model([use('a')]), user('b')], /not answered/],
  ['an open call at rest', [user('a'), model([use('a')])], /not answered/, 'rest'],
  ['an open call in flight', [user('a'), model([use('a')])], 'accepted', 'open'],
  ['one of two in flight', [model([use('a'), use('b')]), user([answer('b')])], 'accepted', 'open'],
  [
    'no longer in flight',
    [model([use('a'), use('b')]), user([answer('b'), text('c')])],
    /not answered/,
    'open',
  ],
  ['results in another order', [model([use('a'), use('b')]), user([answer('b'), answer('a')])], 'accepted'],
  ['a result without a call', [user([answer('a')])], /answers no call/],
  ['a late result', [model([use('a')]), user('b'), model('c'), user([answer('a')])], /answers no call/],
  ['a result twice', [model([use('a')]), user([answer('a'), answer('a')])], /answered 2 times/],
  ['a result behind text', [model([use('a')]), user([text('b'), answer('a')])], /behind other content/],
  ['text behind a call', [model([use('a'), text('b')]), user([answer('a')])], /follows a call/],
  ['an empty string behind a call', [model([use('a')]), model(''), user([answer('a')])], 'accepted'],
  ['a server tool behind a call', [model([use('a'), search]), user([answer('a')])], /follows a call/],
  ['a call of the user', [user([use('a')])], /outside an assistant/],
  ['a result of the model', [model([answer('a')]), user('b')], /outside a user/],
  ['an id with a dot', [model([use('a.b')]), user([answer('a.b')])], /illegal call id/],
  ['a missing id', [model([use(undefined)]), user([answer(undefined)])], /illegal call id/],
  ['an input that is a string', [model([use('a', '{}')]), user([answer('a')])], /no object/],
  ['an input that is a list', [model([use('a', [])]), user([answer('a')])], /no object/],
  [
    'an id used in two turns',
    [model([use('a')]), user([answer('a')]), model([use('a')]), user([answer('a')])],
    /repeats the id/,
  ],
  ['an empty error result', [model([use('a')]), user([answer('a', { is_error: true })])], /without content/],
  ['an empty result', [model([use('a')]), user([answer('a', { content: [] })])], 'accepted'],
  ['a lone surrogate', [user('a\ud83d')], /surrogate/],
  ['a whole pair', [user('a\ud83d\ude00')], 'accepted'],
  [
    'an old model at the end',
    { model: 'claude-sonnet-4-5-20250929', messages: [user('a'), model('b')] },
    'accepted',
  ],
  [
    'an old model with a date',
    { model: 'claude-opus-4-20250514', messages: [user('a'), model('b')] },
    'accepted',
  ],
  ['a new model at the end', { model: 'claude-opus-4-6', messages: [user('a'), model('b')] }, /at the end/],
  [
    'a new model at rest',
    { model: 'claude-opus-4-6', messages: [user('a'), model('b')] },
    'accepted',
    'rest',
  ],
  ['thinking at the end', { thinking: { type: 'enabled' }, messages: [user('a'), model('b')] }, /at the end/],
  ['an unsigned thought', [user('a'), model([{ type: 'thinking', thinking: 'b' }, text('c')])], /signature/],
  ['a late thought', [user('a'), model([text('b'), thought]), user('c')], /starts with something else/],
  [
    'a late thought, thinking at will',
    body('adaptive', user('a'), model([text('b'), thought]), user('c')),
    'accepted',
  ],
  ['a marked thought', [user('a'), model([{ ...thought, ...mark }, text('b')]), user('c')], /cache_control/],
  [
    'a loop without thinking',
    body('enabled', user('a'), model([use('a')]), user([answer('a')])),
    /lacks thinking/,
  ],
  [
    'a loop without it, at will',
    body('adaptive', user('a'), model([use('a')]), user([answer('a')])),
    'accepted',
  ],
  [
    'thinking once in a loop',
    body(
      'enabled',
      user('a'),
      model([thought, use('a')]),
      user([answer('a')]),
      model([use('b')]),
      user([answer('b')]),
    ),
    'accepted',
  ],
  [
    'a closed loop',
    body('enabled', user('a'), model([use('a')]), user([answer('a'), text('b')])),
    'accepted',
  ],
  [
    'a thought at the end',
    body('disabled', user('a'), model([thought, text('b')])),
    /ends a request without thinking/,
  ],
  ['a search without hits', [user('a'), model([search]), user('b')], /without its result/],
  ['hits without a search', [user('a'), model([hits]), user('b')], /without its use/],
  ['hits before their search', [user('a'), model([hits, search]), user('b')], /without its use/],
  [
    'hits of the next turn',
    [model([search, use('a')]), user([answer('a')]), model([hits]), user('b')],
    'accepted',
  ],
  ['a search that goes on', [user('a'), model([search, use('a')]), user([answer('a')])], 'accepted'],
  ['a search with a bad id', [user('a'), model([{ ...search, id: 'a' }])], /bad server tool id/],
  [
    'an error with an image',
    [model([use('a')]), user([answer('a', { content: [{ type: 'image' }], is_error: true })])],
    /more than text/,
  ],
  [
    'five marks',
    [user('abcde'.split('').map((words) => ({ ...text(words), ...mark })))],
    /5 blocks have cache_control/,
  ],
  ['four marks', [user('abcd'.split('').map((words) => ({ ...text(words), ...mark })))], 'accepted'],
  ['an empty system text', { system: [text('')], messages: [user('a')] }, /system/],
  [
    'a lost reference',
    { tools: [{ name: 'b' }], messages: [model([use('a')]), user([answer('a', { content: [lost] })])] },
    /not declared/,
  ],
  ['a reference without tools', [model([use('a')]), user([answer('a', { content: [lost] })])], 'accepted'],
  ['a paused server tool', { model: 'claude-opus-5', messages: [user('a'), model([search])] }, 'accepted'],
]

describe('anthropic', () => {
  for (const [name, document, verdict, tail = 'closed'] of anthropicRows) {
    test(name, () => expectVerdict(complaints(document, { api: 'anthropic', tail }), verdict))
  }
})

const mergeRows: readonly Row[] = [
  ['neighbours of one speaker', [user('a'), user('b'), model('c'), model('d'), user('e')], 'accepted'],
  [
    'results split over messages',
    [model([use('a'), use('b')]), user([answer('a')]), user([answer('b')])],
    /not answered/,
  ],
  [
    'calls split over messages',
    [model([use('a')]), model([use('b')]), user([answer('a'), answer('b')])],
    /not answered/,
  ],
  ['text before the results', [model([use('a')]), user('b'), user([answer('a')])], /not answered/],
]

describe('anthropic-strict counts each message on its own', () => {
  for (const [name, document, verdict] of mergeRows) {
    test(name, () =>
      expectVerdict(complaints(document, { api: 'anthropic-strict', tail: 'closed' }), verdict),
    )
  }

  test('where anthropic merges', () => {
    const verdicts = mergeRows.map(([, document]) =>
      complaints(document, { api: 'anthropic', tail: 'closed' }),
    )
    expect(verdicts.map((list) => list.length)).toEqual([0, 0, 0, 1])
  })
})

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
    /no call/,
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
  [
    'mistral',
    'a user after a result',
    [calling('callaaaaa'), tool('callaaaaa'), user('b')],
    /after role tool/,
  ],
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
  ['openai-responses', 'an id used twice', [call('a'), output('a'), call('a'), output('a')], /used twice/],
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
  ['openai-responses', 'reasoning at the end', kept(ask, thought('rs_1')), /followed by nothing/],
  ['openai-responses', 'reasoning at rest', kept(ask, thought('rs_1')), 'accepted', 'rest'],
  [
    'openai-responses',
    'a call without reasoning',
    kept(ask, call('a', { id: 'fc_1' }), output('a')),
    /lacks its reasoning/,
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

const content = (role: string, ...parts: readonly unknown[]): object => ({ role, parts })
const fc = (name: unknown, more: object = {}): object => ({ functionCall: { name }, ...more })
const fr = (name: unknown, id?: string): object => ({ functionResponse: { name, id, response: {} } })
const asked = content('user', { text: 'go' })
const signed = { thoughtSignature: 'c2ln' }
const gemini3 = (...contents: readonly object[]): object => ({ model: 'gemini-3-pro', contents })

const geminiRows: readonly Row[] = [
  ['a plain talk', [asked, content('model', { text: 'hello' }), asked], 'accepted'],
  ['no contents', { model: 'gemini-2.5-pro' }, /no contents/],
  ['a string in place of contents', { contents: 'go' }, 'accepted'],
  ['a content in place of contents', { contents: { parts: { text: 'go' } } }, 'accepted'],
  ['a content that is no object', ['go'], /not an object/],
  ['an unknown role', [content('assistant', { text: 'hi' })], /unknown role/],
  ['a role left out', [{ parts: [{ text: 'go' }] }], 'accepted'],
  ['no parts', [content('user')], /no parts/],
  ['parts left out', [{ role: 'user' }], /no parts/],
  ['a part that is no object', [content('user', 'go')], /is no part/],
  ['a call and its result', [asked, content('model', fc('a')), content('user', fr('a'))], 'accepted'],
  ['a result of another id', [asked, content('model', fc('a')), content('user', fr('a', 'x'))], 'accepted'],
  ['an unanswered call', [asked, content('model', fc('a')), asked], /1 calls, and 0 results/],
  ['an open call in flight', [asked, content('model', fc('a'))], 'accepted', 'open'],
  ['an open call at rest', [asked, content('model', fc('a'))], /0 results/, 'rest'],
  [
    'one of two in flight',
    [asked, content('model', fc('a'), fc('b')), content('user', fr('b'))],
    'accepted',
    'open',
  ],
  [
    'a stray in flight',
    [asked, content('model', fc('a'), fc('b')), content('user', fr('c'))],
    /1 results/,
    'open',
  ],
  ['one result too many', [asked, content('model', fc('a')), content('user', fr('a'), fr('a'))], /2 results/],
  [
    'results in two contents',
    [asked, content('model', fc('a'), fc('b')), content('user', fr('a')), content('user', fr('b'))],
    /after no calls/,
  ],
  ['a result without a call', [asked, content('user', fr('a'))], /after no calls/],
  ['a call at the head', [content('model', fc('a')), content('user', fr('a'))], /after no user/],
  [
    'a call after the model',
    [asked, content('model', { text: 'hm' }), content('model', fc('a')), content('user', fr('a'))],
    /after no user/,
  ],
  ['a call of the user', [asked, content('user', fc('a')), content('user', fr('a'))], /outside the model/],
  ['a call without a name', [asked, content('model', fc('')), content('user', fr('a'))], /no legal name/],
  [
    'a result without a name',
    [asked, content('model', fc('a')), content('user', fr(undefined))],
    /no legal name/,
  ],
  ['a name with a space', [asked, content('model', fc('a b')), content('user', fr('a'))], /no legal name/],
  ['an unsigned step', gemini3(asked, content('model', fc('a')), content('user', fr('a'))), /not signed/],
  [
    'a signed step with an unsigned sibling',
    gemini3(asked, content('model', fc('a', signed), fc('b')), content('user', fr('a'), fr('b'))),
    'accepted',
  ],
  [
    'an unsigned step of old',
    gemini3(asked, content('model', fc('a')), content('user', fr('a')), asked),
    'accepted',
  ],
  ['a model at the end', [asked, content('model', { text: 'b' })], 'accepted'],
]

describe('gemini', () => {
  for (const [name, document, verdict, tail = 'closed'] of geminiRows) {
    test(name, () => expectVerdict(complaints(document, { api: 'gemini', tail }), verdict))
  }
})

const says = (words: string): object => ({ text: words })
const uses = (id: unknown, input: unknown = {}): object => ({
  toolUse: { toolUseId: id, name: 'run', input },
})
const gives = (id: unknown, more: object = {}): object => ({
  toolResult: { toolUseId: id, content: [says('done')], ...more },
})
const mark = { cachePoint: { type: 'default' } }
const file = { document: { format: 'pdf', name: 'plan', source: { bytes: '' } } }
const hi = user([says('hi')])
const toolConfig = { tools: [{ toolSpec: { name: 'run' } }] }
const llama = { modelId: 'meta.llama3-3-70b-instruct-v1:0', toolConfig }

const converseRows: readonly Row[] = [
  ['a plain talk', [hi, model([says('hello')]), hi], 'accepted'],
  ['content that is a string', [user('hi')], /no list/],
  ['an empty message', [hi, model([]), hi], /is empty/],
  ['a blank text', [user([says('a'), says(' ')])], /blank/],
  [
    'a blank text in a result',
    [hi, model([uses('a')]), user([gives('a', { content: [says('')] })])],
    /blank/,
  ],
  ['an empty result', [hi, model([uses('a')]), user([gives('a', { content: [] })])], 'accepted'],
  [
    'an empty error',
    [hi, model([uses('a')]), user([gives('a', { content: [], status: 'error' })])],
    /without content/,
  ],
  [
    'a result without content',
    [hi, model([uses('a')]), user([{ toolResult: { toolUseId: 'a' } }])],
    /no list/,
  ],
  ['marks around results', [hi, model([uses('a'), mark]), user([mark, gives('a'), mark])], 'accepted'],
  ['words behind results', [hi, model([uses('a')]), user([gives('a'), says('b')])], 'accepted'],
  [
    'words behind results at Llama',
    { ...llama, messages: [hi, model([uses('a')]), user([gives('a'), says('b')])] },
    /results and other content/,
  ],
  ['words before results', [hi, model([uses('a')]), user([says('b'), gives('a')])], /behind other content/],
  ['words behind a call', [hi, model([uses('a'), says('b')]), user([gives('a')])], /follows a call/],
  ['an open call', [hi, model([uses('a')]), hi], /not answered/],
  ['an open call in flight', [hi, model([uses('a'), uses('b')]), user([gives('b')])], 'accepted', 'open'],
  ['a stray result', [user([gives('a')])], /answers no call/],
  ['two user messages', [hi, hi], /speaker of the message before/],
  ['a start on the model', [model([says('a')]), hi], /not the user/],
  ['an id of 65', [hi, model([uses('a'.repeat(65))]), user([gives('a'.repeat(65))])], /illegal call id/],
  ['no tools', { messages: [hi, model([uses('a')]), user([gives('a')])] }, /declares no tools/],
  ['no tools and no calls', { messages: [hi] }, 'accepted'],
  ['a document alone', [user([file])], /without a text/],
  ['a document with a text', [user([file, says('read it')])], 'accepted'],
  ['a block of two kinds', [user([{ text: 'a', image: {} }])], /no block/],
  [
    'a new Claude at the end',
    { modelId: 'us.anthropic.claude-opus-4-6-v1:0', messages: [hi, model([says('so')])] },
    /at the end/,
  ],
]

describe('bedrock', () => {
  for (const [name, document, verdict, tail = 'closed'] of converseRows) {
    test(name, () => expectVerdict(complaints(document, { api: 'bedrock', tail }), verdict))
  }
})

test('an unknown API is a mistake of the caller', () => {
  expect(() => complaints([], { api: 'acme', tail: 'closed' })).toThrow('acme')
})

function expectVerdict(list: readonly string[], verdict: 'accepted' | RegExp): void {
  if (verdict === 'accepted') expect(list).toEqual([])
  else expect(list.join('\n')).toMatch(verdict)
}
