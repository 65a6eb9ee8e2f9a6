import type { Sample } from './conforms.ts'

export type Json = Record<string, unknown>

export const path = '/home/me/.hermes/state.db/20261101_101010_abc123'

// Hermes takes open calls and stray results out as it loads them: they are judged as another program would send them.
const options = { sender: 'other' } as const

const session = (rest: Json = {}): Json => ({
  session: {
    id: '20261101_101010_abc123',
    source: 'cli',
    model: 'hermes-4',
    parent_session_id: null,
    end_reason: null,
    cwd: '/w/app',
    billing_provider: 'openrouter',
    title: 'Files',
    ...rest,
  },
})

const user = (content: unknown, rest: Json = {}): Json => ({ role: 'user', content, ...rest })
const call = (id: string, name = 'terminal'): Json => ({
  id,
  type: 'function',
  function: { name, arguments: '{"command":"ls"}' },
})
const calls = (ids: readonly string[], content?: string): Json => ({
  role: 'assistant',
  ...(content === undefined ? {} : { content }),
  tool_calls: ids.map((id) => call(id)),
  finish_reason: 'tool_calls',
})
const says = (content: string, rest: Json = {}): Json => ({
  role: 'assistant',
  content,
  finish_reason: 'stop',
  ...rest,
})
const result = (id: string, content = 'a b c', rest: Json = {}): Json => ({
  role: 'tool',
  content,
  tool_call_id: id,
  tool_name: 'terminal',
  ...rest,
})

const gone: Json = { active: false }

/** One row of each kind that Hermes writes. */
const everyRow: readonly Json[] = [
  session(),
  { role: 'session_meta', content: '{"tools": 12}' },
  { role: 'system', content: 'You are Hermes' },
  user('list the files'),
  user([
    { type: 'text', text: 'and look at this' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
  ]),
  calls(['call_1', 'call_2'], 'I look into it'),
  result('call_1'),
  result('call_2', 'no such file'),
  says('here they are', { reasoning_content: 'they want the files' }),
  user('not this one', gone),
  calls(['call_9']),
]

type Row = readonly [name: string, records: readonly Json[], found?: readonly (readonly [string, number])[]]

const sound: readonly Row[] = [
  ['every kind of row', [...everyRow.slice(0, -1), says('not sent any more', gone)]],
  [
    'taken back: an open call that is not active is not sent',
    [
      session(),
      user('list the files'),
      { ...calls(['call_1']), ...gone },
      user('go on with it'),
      says('well then'),
    ],
  ],
  [
    'compressed: the session goes on in another one',
    [session({ end_reason: 'compression' }), user('list the files'), says('here they are')],
  ],
]

const broken: readonly Row[] = [
  ['a call that was open when it crashed', everyRow, [['call-without-result', 11]]],
  [
    'an open call in the middle',
    [
      session(),
      user('list the files'),
      calls(['call_1'], 'I look into it'),
      user('go on with it'),
      says('well then'),
    ],
    [['call-without-result', 3]],
  ],
  [
    'one of two results',
    [session(), user('list the files'), calls(['call_1', 'call_2']), result('call_2'), says('well then')],
    [['call-without-result', 3]],
  ],
  [
    'a result whose call is gone',
    [session(), user('list the files'), result('call_9', 'the words of it'), says('well then')],
    [['result-without-call', 3]],
  ],
  [
    'the same result twice',
    [
      session(),
      user('list the files'),
      calls(['call_1']),
      result('call_1'),
      result('call_1'),
      says('well then'),
    ],
    [['duplicate-result', 5]],
  ],
  [
    'a result behind the words of the user',
    [
      session(),
      user('list the files'),
      calls(['call_1']),
      user('go on with it'),
      result('call_1'),
      says('well then'),
    ],
    [['result-out-of-place', 5]],
  ],
]

export const samples: readonly Sample[] = [...sound, ...broken].map(([name, records, found = []]) => ({
  name,
  path,
  records,
  found,
  ...(found.length === 0 ? {} : { options }),
}))
