import { type Message, noResult } from './build.ts'
import { type Case, mends, sound } from './mends.ts'

const apis = ['gemini']
const id = 'call_0123456789abcdef01234567'
const other = 'call_89abcdef0123456789abcdef'
const signature = { thoughtSignature: 'EqQBCkYI' }

const user = (...parts: readonly (Message | string)[]): Message => ({
  role: 'user',
  parts: parts.map(partOf),
})
const model = (...parts: readonly (Message | string)[]): Message => ({
  role: 'model',
  parts: parts.map(partOf),
})

function partOf(part: Message | string): Message {
  return typeof part === 'string' ? { text: part } : part
}

function call(name: string, callId?: string, more: Message = {}): Message {
  return { functionCall: { ...(callId === undefined ? {} : { id: callId }), name, args: {} }, ...more }
}

function result(name: string, callId?: string, output = `result of ${name}`): Message {
  return {
    functionResponse: { ...(callId === undefined ? {} : { id: callId }), name, response: { output } },
  }
}

function missing(name: string, callId?: string): Message {
  const response = { error: noResult }
  return { functionResponse: { ...(callId === undefined ? {} : { id: callId }), name, response } }
}

/** A pair whose ids differ by the signature alone: it is told, and left as it is. */
function advised(name: string, callId: string, resultId: string): Case {
  const broken = [user('go'), model(call('read', callId)), user(result('read', resultId))]
  return {
    name,
    apis,
    broken,
    found: [['results-out-of-order', '2.parts.0', [resultId], 'low']],
    keep: broken,
    drop: broken,
    'drop-turn': broken,
  }
}

const ids: readonly Case[] = [
  sound('both ids carry the signature', apis, [
    user('go'),
    model(call('read', `${id}__thought__EqQBCkYI`)),
    user(result('read', `${id}__thought__EqQBCkYI`)),
  ]),
  advised('only the id of the call carries it', `${id}__thought__EqQBCkYI`, id),
  advised('only the id of the result carries it', id, `${id}__thought__EqQBCkYI`),
  advised('the separator is in the signature too', `${id}__thought__Eq__thought__YI`, id),
  advised('nothing stands before the separator', '__thought__EqQBCkYI', id),
  advised('nothing stands after the separator', `${id}__thought__`, id),
  {
    name: 'a result finds its call by the id without the signature, and keeps its own id',
    apis,
    broken: [
      user('go'),
      model(call('read', `${id}__thought__EqQBCkYI`), call('read', other)),
      user(result('read', other, 'two')),
      user('wait'),
      user(result('read', id, 'one')),
    ],
    found: [
      ['results-out-of-order', '4.parts.0', [id], 'low'],
      ['result-out-of-place', '4.parts.0', [id]],
    ],
    keep: [
      user('go'),
      model(call('read', `${id}__thought__EqQBCkYI`), call('read', other)),
      user(result('read', id, 'one'), result('read', other, 'two')),
      user('wait'),
    ],
  },
]

const parallel: readonly Case[] = [
  sound('parallel calls are answered by one content, and only the first is signed', apis, [
    user('go'),
    model(call('read', id, signature), call('list', other)),
    user(result('read', id), result('list', other)),
  ]),
  sound('calls one after the other stay so', apis, [
    user('go'),
    model(call('read', id, signature)),
    user(result('read', id)),
    model(call('list', other, signature)),
    user(result('list', other)),
  ]),
  {
    name: 'results without ids in contents of their own: the order of the calls, the signature where it was',
    apis,
    broken: [
      user('go'),
      model(call('read', undefined, signature), call('list')),
      user(result('list')),
      user(result('read')),
    ],
    found: [['results-split', '3.parts.0', []]],
    keep: [
      user('go'),
      model(call('read', undefined, signature), call('list')),
      user(result('read'), result('list')),
    ],
  },
]

const repeated: readonly Case[] = [
  sound('the same call twice, with the same id, in two turns', apis, [
    user('go'),
    model(call('read', id)),
    user(result('read', id, 'OLD')),
    model(call('write', other)),
    user(result('write', other)),
    model(call('read', id)),
    user(result('read', id, 'NEW')),
  ]),
  sound('the same call twice in one turn', apis, [
    user('go'),
    model(call('read', id), call('read', id)),
    user(result('read', id, 'OLD'), result('read', id, 'NEW')),
  ]),
  {
    name: 'the same call twice, the results in contents of their own',
    apis,
    broken: [
      user('go'),
      model(call('read', id), call('read', id)),
      user(result('read', id, 'OLD')),
      user(result('read', id, 'NEW')),
    ],
    found: [['results-split', '3.parts.0', [id]]],
    keep: [
      user('go'),
      model(call('read', id), call('read', id)),
      user(result('read', id, 'OLD'), result('read', id, 'NEW')),
    ],
  },
  {
    name: 'the same call in two turns, one of them open: the other keeps its own result',
    apis,
    broken: [
      user('go'),
      model(call('read', id)),
      user('wait'),
      model(call('read', id)),
      user(result('read', id, 'NEW')),
    ],
    found: [['call-without-result', '1', [id]]],
    keep: [
      user('go'),
      model(call('read', id)),
      user(missing('read', id)),
      user('wait'),
      model(call('read', id)),
      user(result('read', id, 'NEW')),
    ],
    drop: [user('go'), user('wait'), model(call('read', id)), user(result('read', id, 'NEW'))],
  },
]

const withoutIds: readonly Case[] = [
  sound('calls without ids belong to their results by name and order', apis, [
    user('go'),
    model(call('read'), call('list'), call('read')),
    user(result('read', undefined, 'one'), result('list'), result('read', undefined, 'two')),
    model('done'),
    user('next'),
  ]),
  {
    name: 'one of three results is missing: the others stay with their calls',
    apis,
    broken: [
      user('go'),
      model('looking', call('read'), call('list'), call('find')),
      user(result('find'), result('read')),
    ],
    found: [
      ['call-without-result', '1', []],
      ['results-out-of-order', '2.parts.0', []],
    ],
    keep: [
      user('go'),
      model('looking', call('read'), call('list'), call('find')),
      user(result('read'), missing('list'), result('find')),
    ],
    drop: [user('go'), model('looking', call('read'), call('find')), user(result('find'), result('read'))],
  },
]

mends([...ids, ...parallel, ...repeated, ...withoutIds])
