import { describe, expect, test } from 'vitest'
import { complaints } from './index.ts'
import { expectVerdict, type Row } from './verdict.ts'

const user = (content: unknown): object => ({ role: 'user', content })
const model = (content: unknown): object => ({ role: 'assistant', content })
const system = (content: unknown): object => ({ role: 'system', content })
const text = (words: string): object => ({ type: 'text', text: words })
const use = (id: unknown, input: unknown = {}): object => ({ type: 'tool_use', id, name: 'run', input })
const answer = (id: unknown, more: object = { content: 'done' }): object => ({
  type: 'tool_result',
  tool_use_id: id,
  ...more,
})
const png = (width: number, height: number): object => {
  const sides = [width, height].map((side) => side.toString(16).padStart(8, '0')).join('')
  const data = Buffer.from(`89504e470d0a1a0a0000000d49484452${sides}`, 'hex').toString('base64')
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }
}
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
  ['a system message at the head', [system('be kind'), user('hi')], /follows no user/],
  ['a system message between two users', [user('hi'), system('be kind'), user('so')], /before no assistant/],
  ['a system message after the assistant', [user('hi'), model('so'), system('be kind')], /follows no user/],
  ['a blank system message', [user('hi'), system(' ')], /no system message may/],
  ['a system message with an image', [user('hi'), system([png(1, 1)])], /no system message may/],
  ['a system message at the end', [user('hi'), system('be kind')], 'accepted'],
  [
    'two system messages',
    [user('hi'), system('be kind'), system('be brief'), model('so'), user('ok')],
    'accepted',
  ],
  [
    'a system message to an older model',
    { model: 'claude-opus-4-7', messages: [user('hi'), system('be kind')] },
    /unknown role/,
  ],
  [
    'a system message to a newer model',
    { model: 'claude-opus-4-8', messages: [user('hi'), system('be kind')] },
    'accepted',
  ],
  ['null content', [user('hi'), model(null)], /no string or list/],
  ['a block that is no object', [user(['hi'])], /content\.0 is not an object/],
  ['a block of an unknown kind', [user([{ type: 'hologram' }])], 'accepted'],
  ['an image of 8000 pixels', [user([png(8000, 8000)])], 'accepted'],
  ['an image of 8001 pixels', [user([png(1, 8001)])], /more than 8000 pixels/],
  ['one in a result', [model([use('a')]), user([answer('a', { content: [png(8001, 1)] })])], /8000 pixels/],
  ['twenty large images', [user(Array(20).fill(png(2001, 1)))], 'accepted'],
  ['twenty-one large images', [user(Array(21).fill(png(2001, 1)))], /more than 2000 pixels/],
  ['twenty-one images', [user(Array(21).fill(png(2000, 2000)))], 'accepted'],
  ['data that is cut', [user([{ type: 'image', source: { data: 'iVBORw0KGgo=' } }])], 'accepted'],
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
  ['a server tool behind a call', [model([use('a'), search]), user([answer('a')])], 'accepted'],
  ['a call of the user', [user([use('a')])], /outside an assistant/],
  ['a result of the model', [model([answer('a')]), user('b')], /outside a user/],
  ['an id with a dot', [model([use('a.b')]), user([answer('a.b')])], /illegal call id/],
  ['a missing id', [model([use(undefined)]), user([answer(undefined)])], /illegal call id/],
  ['an input that is a string', [model([use('a', '{}')]), user([answer('a')])], /no object/],
  ['an input that is a list', [model([use('a', [])]), user([answer('a')])], /no object/],
  [
    'an id used in two turns',
    [model([use('a')]), user([answer('a')]), model([use('a')]), user([answer('a')])],
    'accepted',
  ],
  [
    'an id used twice in one turn',
    [model([use('a'), use('a')]), user([answer('a'), answer('a')])],
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
